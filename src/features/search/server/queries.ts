import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { type Db, withTransaction } from '../../../shared/server/db/db.ts'
import { type SearchHit, type SearchProvider, type SearchTerm, tolerance } from '../../../shared/server/search.ts'
import { searchAssignments } from '../../assignments/server/queries.ts'
import { findConfessions } from '../../confessions/server/queries.ts'
import { findEvents } from '../../events/server/queries.ts'
import { findPeople } from '../../friends/server/people-queries.ts'
import { findGroups } from '../../groups/server/queries.ts'
import { findListings } from '../../marketplace/server/queries.ts'
import { findMessages } from '../../messages/server/message-queries.ts'
import { findPosts } from '../../posts/server/queries.ts'
import { findProfessors } from '../../professors/server/queries.ts'
import { type Hit, minTermLength, type SearchType, searchTypes } from '../contract.ts'

type Search = {
  find(db: Db, viewer: Viewer, term: SearchTerm): SearchProvider
  /** What has a name, which can be mistyped; long texts are only looked through for the term itself. */
  readonly named?: true
  /** There are few of them, so that they are looked through for two letters as well. */
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

/** From so many characters on, a term has groups of three letters for the indexes. */
const indexed = 3

/**
 * What a viewer may see that holds a term, at most `limit` of each kind, all kinds in one statement. Where a term is in
 * nothing at all, what looks like it is found. Each feature looks for itself, beginning where its pages begin, so that
 * nothing is found that could not be opened.
 */
export async function searchAll(db: Db, viewer: Viewer, text: string, limit: number): Promise<Hit[]> {
  if ([...text].length < minTermLength) return []
  const kinds = searchTypes.filter((kind) => text.length >= indexed || searches[kind].few)
  const exact = await findIn(db, viewer, kinds, { text, tolerant: false }, limit)
  if (exact.length > 0) return exact
  return withTransaction(db, async (trx) => {
    await sql`set local pg_trgm.word_similarity_threshold = ${sql.lit(tolerance)}`.execute(trx)
    const named = kinds.filter((kind) => searches[kind].named)
    return findIn(trx, viewer, named, { text, tolerant: true }, limit)
  })
}

async function findIn(
  db: Db,
  viewer: Viewer,
  kinds: readonly SearchType[],
  term: SearchTerm,
  limit: number,
): Promise<Hit[]> {
  const each = kinds.map((kind) => {
    const found = searches[kind].find(db, viewer, term).limit(limit)
    return sql`(select ${sql.lit(kind)} as kind, found.* from (${found}) as found)`
  })
  const { rows } = await sql<SearchHit & { kind: SearchType }>`${sql.join(each, sql` union all `)}`.execute(db)
  return kinds.flatMap((kind) => rows.filter((row) => row.kind === kind))
}
