import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { isPresent } from './message-queries.ts'

type Line = {
  readonly id: string
  readonly author_name: string | null
  readonly text: string
  readonly created_at: number
}

/** On each side of the reported message. */
const maxMessages = 2

/** The messages before and after a reported one, also one that has disappeared, for moderators. Pictures are described, not shown. */
export async function findMessageContext(
  db: Db,
  schoolId: string,
  id: string,
): Promise<{ before: Line[]; after: Line[] }> {
  const { rows } = await sql<Line & { is_after: boolean }>`
    select near.id, users.name as author_name, coalesce(nullif(near.content, ''), 'Photo') as text,
      floor(extract(epoch from near.created_at))::int8 as created_at, near.seq > reported.seq as is_after
    from (select school_id, id, conversation_id, seq from messages
      union all select school_id, message_id, conversation_id, seq from vanished) as reported
    cross join lateral (
      (select * from messages as earlier where earlier.school_id = reported.school_id
        and earlier.conversation_id = reported.conversation_id and earlier.seq < reported.seq
        and earlier.system_kind is null and ${isPresent('earlier')} order by earlier.seq desc limit ${maxMessages})
      union all
      (select * from messages as later where later.school_id = reported.school_id
        and later.conversation_id = reported.conversation_id and later.seq > reported.seq
        and later.system_kind is null and ${isPresent('later')} order by later.seq limit ${maxMessages})
    ) as near
    left join users on users.school_id = ${schoolId} and users.id = near.sender_id and users.deleted_at is null
    where reported.school_id = ${schoolId} and reported.id = ${id}
    order by near.seq`.execute(db)
  const select = (isAfter: boolean) =>
    rows.filter(({ is_after }) => is_after === isAfter).map(({ is_after: _, ...line }) => line)
  return { before: select(false), after: select(true) }
}
