import { sql } from 'kysely'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { findRows } from '../../../shared/server/db/replica-reads.ts'
import {
  type SearchHit,
  type SearchProvider,
  type SearchTerm,
  tolerance,
  toTermTexts,
} from '../../../shared/server/search.ts'
import { searchAssignments } from '../../assignments/server/queries.ts'
import { findConfessions } from '../../confessions/server/queries.ts'
import { findEvents } from '../../events/server/search.ts'
import { findGroups } from '../../groups/server/queries.ts'
import { findListings } from '../../marketplace/server/queries.ts'
import { findMessages } from '../../messages/server/message-queries.ts'
import { findPeople } from '../../people/server/people-queries.ts'
import { findPosts } from '../../posts/server/queries.ts'
import { findProfessors } from '../../professors/server/queries.ts'
import { type Hit, minTermLength, type SearchType, searchTypes } from '../contract.ts'

type Search = {
  find(db: Db, viewer: ViewerParams, term: SearchTerm): SearchProvider
  /** Has names, for which a tolerant search makes sense; long texts are searched for the exact term only. */
  readonly named?: true
  /** Has few rows, so that terms of two letters, which the indexes do not support, are searched as well. */
  readonly few?: true
}

const searches: Readonly<Record<SearchType, Search>> = {
  person: { find: findPeople, named: true, few: true },
  group: { find: findGroups, named: true, few: true },
  professor: { find: findProfessors, named: true, few: true },
  message: { find: findMessages },
  post: { find: findPosts },
  event: { find: findEvents, named: true },
  assignment: { find: searchAssignments, named: true },
  listing: { find: findListings, named: true },
  confession: { find: findConfessions },
}

/** Minimum length of a term for the trigram indexes. */
const indexed = 3

/**
 * Searches all types in one statement, with at most `limit` hits per type. Without an exact hit it repeats the search
 * with typo tolerance. Each feature provides its query, based on the same visibility rules as its pages, so that every
 * hit can be opened.
 */
export async function searchAll(db: Db, viewer: Viewer, text: string, limit: number): Promise<Hit[]> {
  if ([...text].length < minTermLength) return []
  const kinds = searchTypes.filter((kind) => text.length >= indexed || searches[kind].few)
  const named = kinds.filter((kind) => searches[kind].named)
  const texts = toTermTexts(text)
  const values = { viewer: viewer.id, school: viewer.schoolId, limit, ...texts }
  let isTolerant = false
  const find = (from: Db) =>
    from.transaction().execute(async (trx) => {
      isTolerant = false
      await useSettings.execute(trx)
      const exact = await findSearch(kinds, { tolerant: false })(trx, values)
      if (exact.length > 0) return exact
      isTolerant = true
      return findSearch(named, { tolerant: true })(trx, values)
    })
  const hits = await findRows(db, find, (primary, candidates) =>
    selectHits(primary, viewer, isTolerant ? named : kinds, (kind) => ({
      ...texts,
      tolerant: isTolerant,
      limit,
      among: candidates.filter((hit) => hit.kind === kind).map(({ id }) => id),
    })),
  )
  return kinds.flatMap((kind) => hits.filter((hit) => hit.kind === kind))
}

/**
 * Planning for the actual term takes as long as the search, and each feature bounds what it reads without it: PostgreSQL keeps the plan of the
 * few texts that this statement has. Each part has an index, and the planner, which knows neither the term nor how many rows contain it, must not
 * read a whole table instead.
 */
const useSettings = sql`select set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('enable_seqscan', 'off', true), set_config('pg_trgm.word_similarity_threshold', ${sql.lit(String(tolerance))}, true)`

const buildSearch = (kinds: readonly SearchType[], tolerant: boolean) =>
  prepared((db, { viewer, school, limit, text, containing, beginning, resembling }: SqlParams<Values>) =>
    selectHits(db, { id: viewer, schoolId: school }, kinds, () => ({
      ...{ text, containing, beginning, resembling },
      ...{ tolerant, limit },
    })),
  )
type Values = { viewer: string; school: string; limit: number } & ReturnType<typeof toTermTexts>

const searchesOfTypes = new Map<string, ReturnType<typeof buildSearch>>()

/** The prepared search of these types. Cached, because the statement is long. */
function findSearch(kinds: readonly SearchType[], { tolerant }: { readonly tolerant: boolean }) {
  const which = `${kinds} ${tolerant}`
  const search = searchesOfTypes.get(which) ?? buildSearch(kinds, tolerant)
  searchesOfTypes.set(which, search)
  return search
}

function selectHits(
  db: Db,
  viewer: ViewerParams,
  kinds: readonly SearchType[],
  toTerm: (kind: SearchType) => SearchTerm,
) {
  const each = kinds.map((kind) => {
    const found = searches[kind].find(db, viewer, toTerm(kind))
    return sql`(select ${sql.lit(kind)} as kind, found.* from (${found}) as found)`
  })
  return sql<SearchHit & { kind: SearchType }>`${sql.join(each, sql` union all `)}`
}
