// All stored counters, and how to recount them.
import { sql } from 'kysely'
import type { Db } from '../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../shared/server/db/transaction.ts'

type Counter = {
  readonly what: string
  /** The table and column that store the count. */
  readonly table: string
  readonly column: string
  /** The table whose rows are counted; it is locked while counters are fixed. */
  readonly counted: string
  /** SQL condition: the counted row belongs to the row `own`. */
  readonly where: string
  /** SQL aggregate, if it is not the number of rows. */
  readonly value?: string
}

const counters: readonly Counter[] = [
  of('likes of posts', 'posts.like_count', 'post_likes', 'post_id'),
  of('comments of posts', 'posts.comment_count', 'comments', 'post_id'),
  of('likes of comments', 'comments.like_count', 'comment_likes', 'comment_id'),
  of('likes of confessions', 'confessions.likes_count', 'confession_likes', 'confession_id'),
  of('people at events', 'events.attendees_count', 'event_attendees', 'event_id'),
  of('members of groups', 'groups.members_count', 'group_members', 'group_id'),
  of('favorites of listings', 'listings.favorites_count', 'listing_favorites', 'listing_id'),
  of('answers to questions', 'assignments.answers_count', 'assignment_answers', 'assignment_id'),
  {
    ...of('votes for answers', 'assignment_answers.helpful_votes', 'answer_votes', 'answer_id'),
    value: 'coalesce(sum(case when rows.is_helpful then 1 else -1 end), 0)',
  },
  of('helpful votes for ratings', 'ratings.helpful_count', 'rating_votes', 'rating_id', 'is_helpful'),
  of('other votes for ratings', 'ratings.not_helpful_count', 'rating_votes', 'rating_id', 'not is_helpful'),
  of('professors of departments', 'departments.professors_count', 'professors', 'department_id'),
  of('ratings of professors', 'professors.total_ratings', 'ratings', 'professor_id'),
  {
    ...of('sums of ratings', 'professors.overall_sum', 'ratings', 'professor_id'),
    value: 'coalesce(sum(rows.overall_rating), 0)',
  },
  {
    what: 'votes in polls',
    table: 'poll_options',
    column: 'votes',
    counted: 'poll_votes',
    where: 'rows.school_id = own.school_id and rows.post_id = own.post_id and rows.position = own.position',
  },
  {
    what: 'points of people',
    table: 'point_totals',
    column: 'points',
    counted: 'points',
    where: 'rows.school_id = own.school_id and rows.user_id = own.user_id',
    value: 'coalesce(sum(rows.points), 0)',
  },
  {
    what: 'members of schools',
    table: 'schools',
    column: 'member_count',
    counted: 'users',
    where: 'rows.school_id = own.id and rows.deleted_at is null',
  },
]

function of(what: string, place: string, counted: string, key: string, only?: string): Counter {
  const [table = '', column = ''] = place.split('.')
  const where = `rows.school_id = own.school_id and rows.${key} = own.id${only ? ` and ${only}` : ''}`
  return { what, table, column, counted, where }
}

/** The kinds of rows that a school's tallies count, with the same expressions as `keep_tally` in the migrations. */
const talliedTables: Readonly<Record<string, string>> = {
  posts: `case when group_id is null then 'post' else 'group_post' end`,
  comments: `case when group_id is null then 'comment' else 'group_comment' end`,
  events: `case when group_id is null then 'event' else 'group_event' end`,
  moderation_actions: `'action ' || action_type || case when reversed_at is null then '' else ' reversed' end`,
  reports: `'report ' || status`,
  listings: `'listing'`,
  assignments: `'assignment'`,
  assignment_answers: `'assignment_answer'`,
  confessions: `'confession'`,
  groups: `'group'`,
  ratings: `'rating'`,
  professors: `'professor'`,
}
const tallyEntries = Object.entries(talliedTables)
  .map(([table, sort]) => `select school_id, ${sort} as what from ${table}`)
  .join(' union all ')

export type CountMismatch = { readonly what: string; readonly rows: number }

/** Compares every counter with its rows, in one snapshot. With `fix`, corrects those that differ. */
export async function recount(db: Db, { fix = false } = {}): Promise<CountMismatch[]> {
  return withTransaction(db, async (trx) => {
    if (!fix) await sql`set transaction isolation level repeatable read`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    if (fix) await lockCounters(trx)
    const found: CountMismatch[] = []
    const note = (what: string, rows: number) => {
      if (rows > 0) found.push({ what, rows })
    }
    for (const { what, table, column, counted, where, value = 'count(*)' } of counters) {
      const truth = `(select ${value} from ${counted} as rows where ${where})`
      note(what, await countRows(trx, `select from ${table} as own where ${column} <> ${truth}`))
      if (fix) await sql.raw(`update ${table} as own set ${column} = ${truth} where ${column} <> ${truth}`).execute(trx)
    }
    const truth = `select school_id, what, count(*) as n from (${tallyEntries}) as rows group by 1, 2`
    const kept = 'select school_id, what, sum(count) as n from tallies group by 1, 2'
    const differ = `(${truth}) as truth full join (${kept}) as kept using (school_id, what)
      where coalesce(truth.n, 0) <> coalesce(kept.n, 0)`
    const tallies = await countRows(trx, `select from ${differ}`)
    note('tallies of schools', tallies)
    if (fix && tallies > 0) {
      await sql.raw('delete from tallies').execute(trx)
      await sql
        .raw(`insert into tallies (school_id, what, slot, count) select school_id, what, 0, n from (${truth}) as truth`)
        .execute(trx)
    }
    return found
  })
}

/** Blocks writes: a counter that is fixed during a write would be wrong again. */
async function lockCounters(trx: Trx) {
  const tables = new Set([...counters.flatMap(({ table, counted }) => [table, counted]), ...Object.keys(talliedTables)])
  await sql`set local lock_timeout = '10s'`.execute(trx)
  await sql.raw(`lock table ${[...tables].sort().join(', ')}, tallies in share row exclusive mode`).execute(trx)
}

async function countRows(db: Db, statement: string): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(`select count(*)::int as n from (${statement}) as found`).execute(db)
  return rows[0]?.n ?? 0
}
