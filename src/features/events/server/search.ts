import { type RawBuilder, sql } from 'kysely'
import type { ViewerParams } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import {
  isCandidate,
  matchesScanned,
  matchesTerm,
  type SearchHit,
  type SearchProvider,
  type SearchTerm,
} from '../../../shared/server/search.ts'
import { listedEvents } from './queries.ts'

type RankedHit = SearchHit & { is_past: boolean; distance: number }

/** Searches events: upcoming ones first, then past ones, latest first. */
export function findEvents(db: Db, viewer: ViewerParams, term: SearchTerm): SearchProvider {
  const [matches, scanned] = [matchesTerm('events.words', term), matchesScanned('events.words', term)]
  const ofSchool = sql<boolean>`events.school_id = ${viewer.schoolId}`
  const isPast = sql<boolean>`events.end_date < now()`
  const distance = sql<number>`abs(extract(epoch from events.start_date - now()))`
  const found = listedEvents(db, viewer)
    .clearSelect()
    .where('events.status', '=', 'planned')
    .select([
      'events.id',
      'events.title',
      'events.location as text',
      epoch('events.start_date').as('at'),
      sql<string | null>`null`.as('image_url'),
      sql<string>`'/events?event=' || events.id`.as('link'),
    ])
  const anywhere = isCandidate('events.id', sql`select id from events where ${ofSchool} and ${matches}`)
  if (term.among || term.tolerant)
    return found
      .where(term.among ? matches : anywhere)
      .orderBy(isPast)
      .orderBy(distance)
      .limit(term.limit)

  const ranked = found.select([isPast.as('is_past'), distance.as('distance')])
  /** Reads the first events of a range one by one, as far as needed to fill the list. An index has them in this order. */
  const scan = (range: RawBuilder<boolean>, order: RawBuilder<unknown>, rows: number) => sql`(
    with events as (select * from events where ${ofSchool} and ${range} order by ${order} limit ${sql.lit(rows)})
    ${ranked.where(scanned).orderBy(order).limit(term.limit)})`
  const coming = scan(sql`start_date > now()`, sql`events.start_date, events.id`, 1000)
  const running = scan(
    sql`start_date > now() - interval '30 days' and start_date <= now() and end_date >= now()`,
    sql`events.start_date desc, events.id desc`,
    1000,
  )
  const past = scan(
    sql`end_date < now() and (select count(*) from near) < ${term.limit}`,
    sql`events.end_date desc, events.id desc`,
    500,
  )
  const others = ranked
    .where(anywhere)
    .where(sql<boolean>`(select count(*) from near) + (select count(*) from past) < ${term.limit}`)
  const hits = sql<RankedHit>`(with near as (${coming} union all ${running}), past as ${past}, others as (${others})
    select * from near union select * from past union select * from others)`
  return db
    .selectFrom(hits.as('hits'))
    .select(['id', 'title', 'text', 'at', 'image_url', 'link'])
    .orderBy('is_past')
    .orderBy('distance')
    .limit(term.limit)
}
