import { sql } from 'kysely'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import type { App } from '../../../shared/server/services.ts'
import { notifyAboutListing } from './notifications.ts'
import { endReservation, lockState } from './state-actions.ts'

/** Listings per run of a job. */
const maxPerRun = 200
/** How long before it expires the seller of a listing is reminded. */
const reminder = sql`interval '3 days'`

/** Sold listings can be opened by link for 90 days. Withheld ones are kept until they are erased or restored. */
export const listingRetention: readonly RetentionRule[] = [
  {
    table: 'listings',
    part: 'sold',
    column: 'ended_at',
    keptFor: '90 days',
    condition: sql<boolean>`state = 'sold' and withheld_at is null`,
  },
  {
    table: 'listings',
    part: 'withdrawn or expired',
    column: 'ended_at',
    keptFor: '180 days',
    condition: sql<boolean>`state in ('withdrawn', 'expired') and withheld_at is null`,
  },
]

/** Ends the reservations whose time is over by the clock of the database, or whose buyer is gone, one per transaction. */
export async function endDueReservations(app: App): Promise<void> {
  const isDue = sql<boolean>`ended_at is null and (until <= now() or buyer_id is null)`
  await forEachDueSchool(app.db, sql`select school_id from listing_reservations where ${isDue}`, async (schoolId) => {
    const due = await app.db
      .selectFrom('listing_reservations')
      .where('school_id', '=', schoolId)
      .where(isDue)
      .orderBy('until')
      .limit(maxPerRun)
      .select('listing_id')
      .execute()
    for (const { listing_id } of due)
      await withTransaction(app.db, async (trx) => {
        const listing = await lockState(trx, schoolId, listing_id)
        if (listing?.reservation?.is_over) await endReservation(app, trx, listing)
      })
  })
}

/** Expires listings of the schools with `listing_days`, and reminds sellers before. */
export const expireListings = (app: App): Promise<void> =>
  forEachDueSchool(
    app.db,
    sql`select id as school_id from schools where listing_days is not null
        and exists (select from listings where listings.school_id = schools.id and ${isWithoutTime})
      union all select schools.id from listings join schools on schools.id = listings.school_id
        where expires_at <= now() + ${reminder} and (listing_days is null or ${isExpired} or ${isToRemind})`,
    (schoolId) => expireListingsInSchool(app, schoolId),
  )

/** SQL conditions on `listings`. The first one is that of the index listings_without_time. */
const isWithoutTime = sql`state in ('available', 'reserved') and expires_at is null`
const isExpired = sql`state = 'available' and expires_at <= now()`
const isToRemind = sql`state in ('available', 'reserved') and reminded_at is null and withheld_at is null
  and expires_at between now() and now() + ${reminder}`

const expireListingsInSchool = (app: App, schoolId: string): Promise<void> =>
  withTransaction(app.db, async (trx) => {
    await adoptRule(trx, schoolId)
    const expired = await takeDue(trx, schoolId, sql`state = 'expired', ended_at = now(), expires_at = null`, isExpired)
    for (const listing of expired) await notifyAboutListing(app, trx, listing, 'expired', [listing.seller_id])
    const reminded = await takeDue(trx, schoolId, sql`reminded_at = now()`, isToRemind)
    for (const listing of reminded) await notifyAboutListing(app, trx, listing, 'expiring', [listing.seller_id])
  })

/** Starts the time of listings that are older than the rule of their school, and ends it after the rule was removed. */
async function adoptRule(trx: Trx, schoolId: string): Promise<void> {
  await sql`update listings set expires_at = now() + make_interval(days => listing_days) from schools
    where schools.id = ${schoolId} and listings.school_id = ${schoolId} and listing_days is not null
      and ${isWithoutTime}`.execute(trx)
  await sql`update listings set expires_at = null, reminded_at = null from schools
    where schools.id = ${schoolId} and listings.school_id = ${schoolId} and listing_days is null
      and listings.expires_at <= now() + ${reminder}`.execute(trx)
}

type Due = { school_id: string; id: string; title: string; seller_id: string }

/** Updates listings that are due and returns them. Those that a seller changes meanwhile are left for the next run. */
const takeDue = async (
  trx: Trx,
  schoolId: string,
  set: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>,
): Promise<Due[]> =>
  (
    await sql<Due>`update listings set ${set} where school_id = ${schoolId} and id in (
      select id from listings where school_id = ${schoolId} and ${condition} order by expires_at limit ${maxPerRun} for update skip locked)
    returning school_id, id, title, seller_id`.execute(trx)
  ).rows
