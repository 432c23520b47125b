// All stored counters, and how to recount them.
import { sql } from 'kysely'
import type { Db } from '../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../shared/server/db/transaction.ts'

type Counter = {
  /** The table and column that store the count. */
  readonly counter: string
  /** The table whose rows are counted; it is locked while counters are fixed. */
  readonly counted: string
  /** SQL condition: the row `counted` belongs to the row `own`. */
  readonly belongs: string
  /** SQL condition on the columns of a counted row. */
  readonly condition: string
  /** SQL aggregate, if it is not the number of rows. */
  readonly value?: string
}

/** Counts and sums that `keep_count` does not keep, and why (docs/decisions/0052-count-with-triggers.md). */
const others: readonly Counter[] = [
  // The write that changes it returns the new value.
  toCounter('posts.like_count', 'post_likes', 'post_id'),
  { ...toCounter('posts.comment_count', 'comments', 'post_id'), condition: 'withheld_at is null' },
  toCounter('comments.like_count', 'comment_likes', 'comment_id'),
  // Sums, and counts that change in one statement with sums or with each other.
  {
    ...toCounter('assignment_answers.helpful_votes', 'answer_votes', 'answer_id'),
    value: 'coalesce(sum(case when counted.is_helpful then 1 else -1 end), 0)',
  },
  { ...toCounter('ratings.helpful_count', 'rating_votes', 'rating_id'), condition: 'is_helpful' },
  { ...toCounter('ratings.not_helpful_count', 'rating_votes', 'rating_id'), condition: 'not is_helpful' },
  { ...toCounter('professors.total_ratings', 'ratings', 'professor_id'), condition: 'withheld_at is null' },
  {
    ...toCounter('professors.overall_sum', 'ratings', 'professor_id'),
    condition: 'withheld_at is null',
    value: 'coalesce(sum(counted.overall_rating), 0)',
  },
  {
    counter: 'point_totals.points',
    counted: 'points',
    belongs: 'counted.school_id = own.school_id and counted.user_id = own.user_id',
    condition: 'true',
    value: 'coalesce(sum(counted.points), 0)',
  },
]

function toCounter(counter: string, counted: string, key: string): Counter {
  const belongs = `counted.school_id = own.school_id and counted.${key} = own.id`
  return { counter, counted, belongs, condition: 'true' }
}

/** All counters by name: those that `keep_count` registered, and the others. */
async function listCounters(db: Db): Promise<Counter[]> {
  const kept: Counter[] = await db.selectFrom('counters').selectAll().execute()
  return [...kept, ...others].sort((one, other) => (one.counter < other.counter ? -1 : 1))
}

/** The kinds of rows that a school's tallies count, with the same expressions as `keep_tally` in the migrations. */
const talliedTables: Readonly<Record<string, string>> = {
  posts: withheldApart(`case when group_id is null then 'post' else 'group_post' end`),
  comments: withheldApart(`case when group_id is null then 'comment' else 'group_comment' end`),
  events: withheldApart(`case when group_id is null then 'event' else 'group_event' end`),
  moderation_actions: `'action ' || action_type || case when reversed_at is null then '' else ' reversed' end`,
  reports: `'report ' || status`,
  cases: `'case ' || state || ' ' || priority`,
  appeals: `'appeal ' || state`,
  listings: withheldApart(`'listing'`),
  assignments: withheldApart(`'assignment'`),
  assignment_answers: withheldApart(`'assignment_answer'`),
  confessions: withheldApart(`'confession' || case state when 'waiting' then ' waiting' else '' end`),
  groups: withheldApart(`'group'`),
  ratings: withheldApart(`'rating'`),
  professors: withheldApart(`'professor'`),
}

/** As `keep_tally_of_withheld`. */
function withheldApart(sort: string): string {
  return `(${sort}) || case when withheld_at is null then '' else ' withheld' end`
}
const tallyEntries = Object.entries(talliedTables)
  .map(([table, sort]) => `select school_id, ${sort} as what from ${table}`)
  .join(' union all ')

/** `what`: a counter, or the tallies. */
export type CountMismatch = { readonly what: string; readonly rows: number }

/** Compares every counter with its rows, in one snapshot. With `fix`, corrects those that differ. */
export async function recount(db: Db, { fix = false } = {}): Promise<CountMismatch[]> {
  return withTransaction(db, async (trx) => {
    if (!fix) await sql`set transaction isolation level repeatable read`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    const counters = await listCounters(trx)
    if (fix) await lockCounters(trx, counters)
    const found: CountMismatch[] = []
    const note = (what: string, rows: number) => {
      if (rows > 0) found.push({ what, rows })
    }
    for (const { counter, counted, belongs, condition, value = 'count(*)' } of counters) {
      const [table, column] = counter.split('.')
      const truth = `(select ${value} from ${counted} as counted where ${belongs} and (${condition}))`
      note(counter, await countRows(trx, `select from ${table} as own where ${column} <> ${truth}`))
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
async function lockCounters(trx: Trx, counters: readonly Counter[]) {
  const counterTables = counters.flatMap(({ counter, counted }) => [counter.split('.')[0], counted])
  const tables = new Set([...counterTables, ...Object.keys(talliedTables)])
  await sql`set local lock_timeout = '10s'`.execute(trx)
  await sql.raw(`lock table ${[...tables].sort().join(', ')}, tallies in share row exclusive mode`).execute(trx)
}

async function countRows(db: Db, statement: string): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(`select count(*)::int as n from (${statement}) as found`).execute(db)
  return rows[0]?.n ?? 0
}
