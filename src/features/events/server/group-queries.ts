import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { PageRequest } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { assertCanViewGroup } from '../../groups/server/policy.ts'
import { membershipOr404 } from '../../groups/server/queries.ts'
import { type EventRow, eventOr404, listGroupEvents } from './queries.ts'

/**
 * Returns an event of this group if the viewer can see it. Throws 403 or 404 like the group, and 404 for other events.
 */
export async function groupEventOr404(db: Db, viewer: Viewer, group: string, id: string): Promise<EventRow> {
  const event = await eventOr404(db, viewer, id).catch((problem) => problem as Error)
  if (!(event instanceof Error) && event.group_id === group) return event
  assertCanViewGroup(await membershipOr404(db, viewer, group))
  throw notFound('Event not found')
}

/** One page of a group's events, upcoming before past ones. Throws 403 or 404 like the group. */
export async function listEventsInGroup(db: Db, viewer: Viewer, group: string, window: PageRequest) {
  const { rows, pagination } = await listGroupEvents(db, viewer, group, window)
  if (rows.length === 0) assertCanViewGroup(await membershipOr404(db, viewer, group))
  return { rows, pagination }
}
