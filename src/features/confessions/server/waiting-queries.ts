import { sql } from 'kysely'
import {
  comparePlaces,
  readPageOfSchools,
  type SchoolScope,
  sumSchools,
  talliedCount,
} from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { isoMicros } from '../../../shared/server/db/cursor.ts'
import type { PageRequest } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import type { Category } from '../contract.ts'
import { findOwn } from './policy.ts'
import type { ConfessionRow } from './queries.ts'

/** Not read by a moderator yet. A literal, for the index. */
export const isWaiting = sql<boolean>`confessions.state = 'waiting' and confessions.withheld_at is null`

/** Waiting confessions of a school among which its authors find their own. */
const maxSearched = 500

const latestWaiting = prepared((db, { school }: SqlParams<{ school: string }>) =>
  db
    .selectFrom('confessions')
    .where('school_id', '=', school)
    .where(isWaiting)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSearched)
    .select(['id', 'school_id', 'author_tag', 'content', 'category', 'note', 'sensitive', 'likes_count'])
    .select([sql<number>`0`.as('confession_number'), epoch('created_at').as('created_at')])
    .select(sql<boolean>`false`.as('trending'))
    .$narrowType<{ category: Category }>(),
)

/** The viewer's own waiting confessions, latest first. None in a session that hides them. */
export async function listOwnWaiting(db: Db, viewer: Viewer, anonymity: Anonymity): Promise<ConfessionRow[]> {
  if (viewer.hidesOwn) return []
  const rows = await latestWaiting(db, { school: viewer.schoolId })
  const own = await findOwn(anonymity, viewer, rows)
  return rows.filter(({ id }) => own.has(id))
}

/** An own waiting confession. */
export const findOwnWaiting = async (db: Db, viewer: Viewer, anonymity: Anonymity, id: string) =>
  (await listOwnWaiting(db, viewer, anonymity)).find((row) => row.id === id)

export type WaitingRow = {
  readonly id: string
  readonly school_id: string
  readonly author_tag: Buffer
  readonly content: string
  readonly category: Category
  readonly note: string | null
  readonly sensitive: boolean
  readonly is_flagged: boolean
  readonly created_at: number
}

/** One page of the waiting confessions in the scope, and their number. Those that name someone first, then the oldest. */
export async function listWaiting(db: Db, scope: SchoolScope, page: PageRequest) {
  const rows = await readPageOfSchools(db, scope, page, {
    async read(school, slice) {
      const { rows } = await sql<WaitingRow & { place: (string | number)[] }>`
        select id, school_id, author_tag, content, category, note, sensitive, flagged as is_flagged,
          ${epoch('created_at')} as created_at,
          json_build_array((not flagged)::int, ${isoMicros('confessions.created_at')}, id) as place
        from confessions where confessions.school_id = ${school} and ${isWaiting}
        order by flagged desc, confessions.created_at, id limit ${slice.rows} offset ${slice.skip}`.execute(db)
      return rows
    },
    compare: (one, other) => comparePlaces(one.place, other.place),
  })
  const total = await sumSchools(db, scope, async (school) => {
    const count = sql<{ total: number }>`select ${talliedCount(school, ['confession waiting'])} as total`
    return (await count.execute(db)).rows[0]?.total ?? 0
  })
  return { rows: rows.map(({ place: _, ...row }): WaitingRow => row), places: rows.map(({ place }) => place), total }
}
