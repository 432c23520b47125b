import type { Db } from '../../../shared/server/db/pools.ts'
import type { App } from '../../../shared/server/services.ts'

/** Publishes the number of attendees to those who have the event open, who also load their place in the line again. */
export const publishSeats = ({ live }: App, db: Db, schoolId: string, id: string, attendeesCount: number): void =>
  live.publish(db, { schoolId, post: id }, 'event.seats', { event_id: id, attendees_count: attendeesCount })
