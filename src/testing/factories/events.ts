import { sql } from 'kysely'
import { newId } from '../../shared/server/db/sql.ts'
import type { App } from '../../shared/server/services.ts'
import type { TestUser } from './users.ts'

/** Creates an event of one hour, which starts in `start` hours. */
export async function makeEvent(
  { db }: App,
  organizer: TestUser,
  { title = 'Open day', start = 24 }: { title?: string; start?: number } = {},
): Promise<{ readonly id: string }> {
  const id = newId()
  await db
    .insertInto('events')
    .values({
      school_id: organizer.schoolId,
      id,
      organizer_id: organizer.id,
      title,
      description: 'All day',
      location: 'Main hall',
      start_date: sql`now() + make_interval(hours => ${start})`,
      end_date: sql`now() + make_interval(hours => ${start + 1})`,
    })
    .execute()
  return { id }
}
