import { sql } from 'kysely'
import type { ViewerParams } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { SqlParam } from '../../../shared/server/db/prepared.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import { isCandidate, matchesTerm, type SearchProvider, type SearchTerm } from '../../../shared/server/search.ts'
import { listedEvents } from './queries.ts'

/** Where a search finds events: in the whole school, and a term that many of them contain first among the next and the latest ones. */
function searchSources(school: SqlParam<string>, term: SearchTerm) {
  const [matches, ofSchool] = [matchesTerm('events.words', term), sql`events.school_id = ${school}`]
  const anywhere = sql`select id from events where ${ofSchool} and ${matches}`
  if (term.tolerant) return [anywhere]
  return [
    sql`select id from (select id, words from events where ${ofSchool} and start_date > now() - interval '30 days'
      and end_date >= now() order by start_date, id limit 1000) as events where ${matches}`,
    sql`select id from (select id, words from events where ${ofSchool} and end_date < now()
      order by end_date desc, id desc limit 500) as events where ${matches}`,
    anywhere,
  ]
}

/** Searches events: upcoming ones first, then past ones, latest first. */
export const findEvents = (db: Db, viewer: ViewerParams, term: SearchTerm): SearchProvider =>
  listedEvents(db, viewer)
    .clearSelect()
    .where('events.status', '=', 'planned')
    .where(
      term.among
        ? matchesTerm('events.words', term)
        : isCandidate('events.id', ...searchSources(viewer.schoolId, term)),
    )
    .orderBy(sql`events.end_date < now()`)
    .orderBy(sql`abs(extract(epoch from events.start_date - now()))`)
    .limit(term.limit)
    .select([
      'events.id',
      'events.title',
      'events.location as text',
      epoch('events.start_date').as('at'),
      sql<string | null>`null`.as('image_url'),
      sql<string>`'/events?event=' || events.id`.as('link'),
    ])
