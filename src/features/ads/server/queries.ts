import { sql } from 'kysely'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { schoolsElsewhere } from '../../../shared/server/cells/school-moves.ts'
import { exactSeconds } from '../../../shared/server/db/cursor.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { type Ad, maxManagedAds, type ShownAd } from '../contract.ts'

/** Candidates from which the client picks one. */
const maxServed = 50

/** SQL condition that is true while an ad is running. */
export const isRunning = sql<boolean>`(is_active and (start_date is null or start_date <= now()) and (end_date is null or end_date > now())
  and (max_impressions is null or current_impressions < max_impressions))`

/** The ads that this viewer may see now; none for minors. Every read for users starts here. */
const visibleAds = (db: Db, { id, schoolId }: ViewerParams) =>
  db
    .selectFrom('ads')
    .where(sql<boolean>`not has_minor_defaults(${schoolId}, ${id})`)
    .where((ad) => ad.or([ad('target_school_id', 'is', null), ad('target_school_id', '=', schoolId)]))
    .select(['id', 'title', 'description', 'button_text', 'target_url', 'image_url', 'placement', 'is_active'])
    .$narrowType<{ placement: ShownAd['placement']; is_active: true }>()

const running = prepared(
  (db, { viewer, school, placement }: SqlParams<Record<'viewer' | 'school' | 'placement', string>>) =>
    visibleAds(db, { id: viewer, schoolId: school })
      .where('placement', '=', placement)
      .where(isRunning)
      .orderBy('id')
      .limit(maxServed),
)

/** Lists the running ads of a placement for this viewer. */
export const listRunning = (db: Db, viewer: Viewer, placement: ShownAd['placement']): Promise<ShownAd[]> =>
  running(db, { viewer: viewer.id, school: viewer.schoolId, placement })

const visibleAd = prepared((db, { viewer, school, id }: SqlParams<Record<'viewer' | 'school' | 'id', string>>) =>
  visibleAds(db, { id: viewer, schoolId: school }).where('id', '=', id),
)

/**
 * Returns an ad that the viewer's school may see, otherwise throws 404. Includes ads that have ended, because clients
 * may still show them.
 */
export async function adOr404(db: Db, viewer: Viewer, id: string): Promise<ShownAd> {
  const [ad] = await visibleAd(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!ad) throw notFound('Ad not found')
  return ad
}

const iso = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/**
 * The ads that an administrator manages: for a school's administrator, those for their school only. `shownTo` limits a
 * site administrator's list to the ads that one school sees.
 */
const managedAds = (db: Db, viewer: Viewer, shownTo: SchoolScope = null) => {
  const all = db
    .selectFrom('ads')
    .leftJoin('schools', 'schools.id', 'ads.target_school_id')
    .where(sql<boolean>`(ads.target_school_id is null or ads.target_school_id not in (${schoolsElsewhere}))`)
    .select([
      'ads.id',
      'title',
      'description',
      'button_text',
      'target_url',
      'image_url',
      'placement',
      'ads.is_active',
      sql<Ad['target_audience']>`case when target_school_id is null then 'all' else 'specific_school' end`.as(
        'target_audience',
      ),
      'target_school_id',
      'schools.name as target_school',
      iso('start_date').$castTo<string | null>().as('start_date'),
      iso('end_date').$castTo<string | null>().as('end_date'),
      'max_impressions',
      'current_impressions',
      'clicks',
      iso('ads.created_at').as('created_at'),
    ])
    .$narrowType<{ placement: Ad['placement'] }>()
  if (viewer.role !== 'site_admin') return all.where('target_school_id', '=', viewer.schoolId)
  if (shownTo === null) return all
  return all.where((ad) => ad.or([ad('target_school_id', 'is', null), ad('target_school_id', '=', shownTo)]))
}

/** The ads that an administrator manages, newest first, and what they are sorted by. */
export async function listManaged(db: Db, viewer: Viewer, shownTo: SchoolScope) {
  const found = await managedAds(db, viewer, shownTo)
    .select(exactSeconds('ads.created_at').as('exactly'))
    .orderBy('ads.created_at', 'desc')
    .orderBy('ads.id')
    .limit(maxManagedAds)
    .execute()
  const rows = found.map(({ exactly: _, ...ad }): Ad => ad)
  return { rows, places: found.map(({ exactly, id }) => [-exactly, id]) }
}

export async function managedAdOr404(db: Db, viewer: Viewer, id: string): Promise<Ad> {
  const ad = await managedAds(db, viewer).where('ads.id', '=', id).executeTakeFirst()
  if (!ad) throw notFound('Ad not found')
  return ad
}

/** Lists the impressions and clicks of an ad per day of the last year. */
export const listAdDays = (db: Db, id: string) =>
  db
    .selectFrom('ad_days')
    .where('ad_id', '=', id)
    .where('day', '>', sql<Date>`(now() - interval '1 year')::date`)
    .orderBy('day')
    .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('date'), 'impressions', 'clicks'])
    .execute()
