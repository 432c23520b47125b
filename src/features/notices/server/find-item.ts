import { type RawBuilder, sql } from 'kysely'
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
  const { rows } = await sql<Row>`select school_id, item_kind as kind, item_id as id from uploads
    where name = any (${names}::text[]) and item_id is not null`.execute(db)
  return rows
}

/** Reads each table by its key, school by school. */
async function findById(db: Db, kinds: readonly ContentType[], asked: readonly string[]): Promise<readonly Row[]> {
  if (asked.length === 0) return []
  const tables: RawBuilder<unknown>[] = kinds.flatMap(({ kind, listed }) =>
    listed
      ? [
          sql`select ${kind}::text as kind, item.id from ${sql.table(listed.table)} as item
            where item.school_id = schools.id and item.id = asked.id ${listed.where ? sql`and ${listed.where}` : sql``}`,
        ]
      : [],
  )
  const person = sql`select 'user', item.id from users as item where item.school_id = schools.id and item.id = asked.id`
  const { rows } = await sql<Row>`
    select schools.id as school_id, found.kind, found.id
    from unnest(${asked}::uuid[]) with ordinality as asked (id, place) cross join schools
    cross join lateral (${sql.join([...tables, person], sql` union all `)}) as found
    order by asked.place limit 20`.execute(db)
  return rows
}
