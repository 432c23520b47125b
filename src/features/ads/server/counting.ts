import { sql } from 'kysely'
import { withTransactionOfUsers, withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { createBatchWriter } from '../../../shared/server/db/batch-writer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { RateLimits } from '../../../shared/server/http/rate-limits.ts'
import { isRunning } from './queries.ts'

type View = {
  readonly ad: string
  readonly what: 'impressions' | 'clicks'
  readonly viewer: Pick<Viewer, 'id' | 'schoolId'>
}

/** A batch holds a lock per user until it commits. */
const maxViewsPerWrite = 100
const maxConcurrentWrites = 2

/**
 * Counts impressions and clicks, at most once per minute and user. Impressions count only while the ad is running, so
 * that they never exceed its limit. Concurrent ones of this server are written together: each changes the same two rows,
 * and would otherwise wait for all others with a connection of its own. Returns whether it counted, after the commit.
 */
export function openAdCounter(db: Db, limits: RateLimits) {
  const write = createBatchWriter<View, boolean>({
    groupBy: ({ ad }) => ad,
    write: (ad, views) => writeViews(db, ad, views),
    maxItems: maxViewsPerWrite,
    maxWrites: maxConcurrentWrites,
  })
  return async (viewer: Viewer, ad: string, what: View['what']): Promise<boolean> =>
    (await limits.isFirstInMinute(`ad ${what}`, viewer.id, ad)) && write({ ad, what, viewer })
}

/** Writes all views in one transaction, or if one of the users was banned meanwhile, those of the others. */
async function writeViews(db: Db, ad: string, views: readonly View[]): Promise<PromiseSettledResult<boolean>[]> {
  const [first] = views
  if (!first) return []
  if (views.length === 1)
    return Promise.allSettled([
      withUserTransaction(db, first.viewer, async (trx) => (await addViews(trx, ad, views))[0] ?? false),
    ])
  const users = views.map(({ viewer }) => viewer)
  const counted = await withTransactionOfUsers(db, users, (trx) => addViews(trx, ad, views))
  if (counted) return counted.map((value) => ({ status: 'fulfilled', value }))
  const middle = Math.ceil(views.length / 2)
  return [...(await writeViews(db, ad, views.slice(0, middle))), ...(await writeViews(db, ad, views.slice(middle)))]
}

/** Adds the views to their ad and day. Returns which of them counted: impressions up to the limit, in order. */
async function addViews(db: Db, ad: string, views: readonly View[]): Promise<boolean[]> {
  const impressions = views.filter(({ what }) => what === 'impressions').length
  const [row] = await add(db, { ad, impressions, clicks: views.length - impressions })
  let left = row?.impressions ?? 0
  return views.map(({ what }) => row !== undefined && (what === 'clicks' || left-- > 0))
}

// The lock comes first, so that the limit is compared with the latest count.
const add = prepared(
  (_, { ad, impressions, clicks }: SqlParams<{ ad: string; impressions: number; clicks: number }>) => {
    const left = sql`coalesce(max_impressions - current_impressions, ${impressions}::int)`
    return sql<{ impressions: number }>`
    with locked as (
      select id, case when ${isRunning} then least(${impressions}::int, ${left}) else 0 end as impressions
      from ads where id = ${ad} for update
    ), counted as (
      update ads set current_impressions = ads.current_impressions + locked.impressions, clicks = ads.clicks + ${clicks}::int
      from locked where ads.id = locked.id
      returning ads.id, locked.impressions
    ), of_day as (
      insert into ad_days as day (ad_id, day, impressions, clicks)
      select id, (now() at time zone 'UTC')::date, impressions, ${clicks}::int from counted
      where impressions + ${clicks}::int > 0
      on conflict (ad_id, day) do update
        set impressions = day.impressions + excluded.impressions, clicks = day.clicks + excluded.clicks
    )
    select impressions from counted`
  },
)
