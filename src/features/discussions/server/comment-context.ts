import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'

type Line = {
  readonly id: string
  readonly author_name: string | null
  readonly text: string
  readonly created_at: number
}

/**
 * What a comment answers, for moderators: its post, then the comment that it replies to. Sealed authors are 'Anonymous'.
 */
export async function findCommentContext(
  db: Db,
  schoolId: string,
  id: string,
): Promise<{ before: Line[]; after: Line[] }> {
  const { rows } = await sql<Line>`
    select item.id, item.content as text, floor(extract(epoch from item.created_at))::int8 as created_at,
      case when item.author_seal is not null then 'Anonymous' else users.name end as author_name
    from comments
    cross join lateral (
      select 1 as position, id, content, created_at, author_id, author_seal from posts
      where posts.school_id = comments.school_id and posts.id = comments.post_id
      union all
      select 2, id, content, created_at, author_id, author_seal from comments as parent
      where parent.school_id = comments.school_id and parent.id = comments.parent_id
    ) as item
    left join users on users.school_id = comments.school_id and users.id = item.author_id and users.deleted_at is null
    where comments.school_id = ${schoolId} and comments.id = ${id}
    order by item.position`.execute(db)
  return { before: rows, after: [] }
}
