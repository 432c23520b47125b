import { type RawBuilder, sql } from 'kysely'
import { findSchoolsOfRows, type RowSource } from '../../../shared/server/auth/row-school.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'

/** An item that a link may lead to. */
export type LinkedItem = { readonly schoolId: string; readonly type: ContentType; readonly id: string }

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const files = /\/media\/([A-Za-z0-9_-]{32})(?:-\d+)?\.\w+/g
/** Ids of a link that are looked up. */
const maxIds = 4

/**
 * Returns the items of any school that a pasted link may lead to, the most specific first: that of an image, then those
 * whose id is in the link, from its end.
 */
export async function findLinkedItems(db: Db, kinds: readonly ContentType[], link: string): Promise<LinkedItem[]> {
  const names = [...link.matchAll(files)].flatMap(([, name]) => name ?? []).slice(0, maxIds)
  const found = [...link.matchAll(ids)].map(([id]) => id.toLowerCase()).reverse()
  const asked = [...new Set(found)].slice(0, maxIds)
  const [shown, linked] = [await findByFile(db, names), await findById(db, kinds, asked)]
  return [...shown, ...linked].flatMap(({ school_id: schoolId, kind, id }) =>
    kinds
      .filter((type) => type.kind === kind || type.listed?.pictured === kind)
      .map((type) => ({ schoolId, type, id })),
  )
}

type Row = { readonly school_id: string; readonly kind: string; readonly id: string }

async function findByFile(db: Db, names: readonly string[]): Promise<readonly Row[]> {
  if (names.length === 0) return []
  const found: Row[] = []
  for (const [school, some] of await findSchoolsOfRows(db, null, 'uploads.name', names)) {
    const { rows } = await sql<Row>`select school_id, item_kind as kind, item_id as id from uploads
      where school_id = ${school} and name = any (${some}::text[]) and item_id is not null`.execute(db)
    found.push(...rows)
  }
  return found
}

/** In the order of the ids. */
async function findById(db: Db, kinds: readonly ContentType[], asked: readonly string[]): Promise<readonly Row[]> {
  if (asked.length === 0) return []
  const listed = kinds.flatMap(({ kind, listed }) => (listed ? [{ kind, ...listed }] : []))
  const sources = [...listed.map(({ table }) => table as RowSource), 'users' as const]
  const found: Row[] = []
  for (const [school, ids] of await findSchoolsOfRows(db, null, sources, asked)) {
    const parts: RawBuilder<unknown>[] = listed.map(
      ({ kind, table, where }) => sql`select ${kind}::text as kind, item.id from ${sql.table(table)} as item
        where item.school_id = ${school} and item.id = any (${ids}::uuid[]) ${where ? sql`and ${where}` : sql``}`,
    )
    const person = sql`select 'user', item.id from users as item
      where item.school_id = ${school} and item.id = any (${ids}::uuid[])`
    const { rows } = await sql<Row>`select ${school}::uuid as school_id, found.kind, found.id
      from (${sql.join([...parts, person], sql` union all `)}) as found`.execute(db)
    found.push(...rows)
  }
  const place = ({ id }: Row) => asked.indexOf(id)
  return found.sort((one, other) => place(one) - place(other)).slice(0, 20)
}
