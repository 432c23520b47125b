import { type RawBuilder, sql } from 'kysely'
import type { SealMode } from '../../../shared/seal-modes.ts'
import { findSchoolsOfRows, type RowSource } from '../../../shared/server/auth/row-school.ts'
import {
  newestFirst,
  newestRows,
  readPageOfSchools,
  type SchoolScope,
  type Slice,
  sumSchools,
  talliedCount,
  toPlace,
} from '../../../shared/server/auth/school-scope.ts'
import { isoMicros } from '../../../shared/server/db/cursor.ts'
import type { PageRequest } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { executePrepared, prepared, type SqlParam, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { likePattern } from '../../../shared/server/db/sql.ts'
import { maxCounted } from '../../../shared/server/search.ts'
import type { Media } from '../../media/contract.ts'
import type { AdminListing, ContentType } from './content-types.ts'
import { effectiveMode } from './seal-request-rows.ts'

type ListedContentType = ContentType & { readonly listed: AdminListing }

/** The content types that content management lists. */
export const findListedTypes = (kinds: readonly ContentType[]): ListedContentType[] =>
  kinds.filter((kind): kind is ListedContentType => kind.listed !== undefined)

/** Name of the content type in /admin/content. */
export const contentTypeName = ({ kind, listed }: ContentType): string => listed?.type ?? kind

const column = (name: AdminListing['text'] | undefined, type: string) =>
  name === undefined ? sql`null::${sql.raw(type)}` : typeof name === 'string' ? sql.ref(`item.${name}`) : name

/** Rows of one content type in one school. All types have the same columns. */
const selectRows = (
  { kind, listed }: ListedContentType,
  school: SqlParam<string>,
  search?: string,
  includesWithheld = false,
): RawBuilder<unknown> => {
  const [title, words] = [column(listed.title, 'text'), column(listed.text, 'text')]
  const pattern = likePattern(search ?? '')
  return sql`select ${kind}::text as kind, ${listed.pictured ?? kind}::text as pictured, item.school_id, item.id, item.created_at, ${title} as title, ${words} as content,
      ${column(listed.images, 'text[]')} as images, ${column(listed.authorId, 'uuid')} as author_id,
      ${listed.seal === undefined ? sql`false` : sql`${column(listed.seal, 'bytea')} is not null`} as is_sealed,
      ${listed.seal === undefined ? sql`null::text` : sql`item.sealed_mode`} as sealed_mode,
      ${column(listed.likes, 'integer')} as likes_count, ${column(listed.comments, 'integer')} as comments_count
    from ${sql.table(listed.table)} as item
    where item.school_id = ${school} ${listed.where ? sql`and ${listed.where}` : sql``}
      ${includesWithheld ? sql`` : sql`and item.withheld_at is null`}
      ${search ? sql`and (${words} ilike ${pattern} ${listed.title ? sql`or ${title} ilike ${pattern}` : sql``})` : sql``}`
}

const union = (parts: readonly RawBuilder<unknown>[]) =>
  sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )

export type ContentRow = {
  readonly kind: string
  readonly school_id: string
  readonly id: string
  readonly created_at: number
  readonly title: string | null
  readonly content: string
  readonly images: readonly string[] | null
  readonly author_name: string | null
  readonly author_email: string | null
  readonly is_sealed: boolean
  /** The mode that applies to a sealed author; null for others. */
  readonly seal_mode: SealMode | null
  readonly likes_count: number | null
  readonly comments_count: number | null
  readonly media: readonly Media[]
}

/** Returns one page of the items of these types that users in the scope wrote, newest first, and the total. */
export async function listContent(
  db: Db,
  kinds: readonly ListedContentType[],
  scope: SchoolScope,
  search: string | undefined,
  window: PageRequest,
) {
  if (kinds.length === 0) return { rows: [], places: [], total: 0 }
  const sorts = kinds.map(({ kind }) => kind)
  const forValues = search !== undefined
  const total = await sumSchools(db, scope, async (school) => {
    const count = search
      ? sql<{ total: number }>`select count(*)::int8 as total from (
          select from (${union(kinds.map((kind) => selectRows(kind, school, search)))}) as fit limit ${maxCounted}) as counted`
      : sql<{ total: number }>`select ${talliedCount(school, sorts)} as total`
    const [counted] = await executePrepared(db, count, { forValues })
    return counted?.total ?? 0
  })
  const rows = await readPageOfSchools(db, scope, window, {
    read: (school, slice) =>
      search
        ? executePrepared(db, oneSlice(kinds, school, slice, search), { forValues })
        : wholeList(kinds)(db, { school, ...slice }),
    compare: newestFirst,
  })
  return { rows, places: rows.map(toPlace), total: search ? Math.min(total, maxCounted) : total }
}

const wholeLists = new Map<string, ReturnType<typeof prepareList>>()

/** Prepared list of these types without a search. Cached, because the statement is long. */
function wholeList(kinds: readonly ListedContentType[]) {
  const which = String(kinds.map(({ kind }) => kind))
  const list = wholeLists.get(which) ?? prepareList(kinds)
  wholeLists.set(which, list)
  return list
}

const prepareList = (kinds: readonly ListedContentType[]) =>
  prepared((_db, { school, rows, skip }: SqlParams<Slice & { school: string }>) =>
    oneSlice(kinds, school, { rows, skip }),
  )

function oneSlice(
  kinds: readonly ListedContentType[],
  school: SqlParam<string>,
  slice: Slice | SqlParams<Slice>,
  search?: string,
) {
  return sql<ContentRow & { created_exactly: string }>`
    select page.kind, page.school_id, page.id, page.title, page.content, page.images, page.is_sealed, page.likes_count,
      case when page.is_sealed then ${effectiveMode(sql`${school}::uuid`, sql`page.sealed_mode`)} end as seal_mode,
      page.comments_count, floor(extract(epoch from page.created_at))::int8 as created_at,
      ${isoMicros('page.created_at')} as created_exactly, author.name as author_name, author.email as author_email,
      (select coalesce(json_agg(json_build_object('url', '/media/' || name || '.' || extension, 'kind', kind, 'width', width,
          'height', height, 'thumbhash', encode(thumbhash, 'base64')) order by position), '[]') from uploads
        where uploads.school_id = ${school} and uploads.item_kind = page.pictured and uploads.item_id = page.id
          and uploads.evidence_at is null) as media
    from ${newestRows(
      sql`select * from (${union(
        kinds.map(
          (kind) => sql`${selectRows(kind, school, search)} order by item.created_at desc, item.id desc
              limit ${slice.skip}::int8 + ${slice.rows}::int8`,
        ),
      )}) as all_kinds`,
      slice,
    )}
    left join lateral (select name, email from users where school_id = ${school} and id = page.author_id offset 0) as author on true
    order by page.created_at desc, page.id desc`
}

/** Finds the items with these ids in the scope, with their type, school and author. Without withheld ones by default. */
export async function findContent(
  db: Db,
  kinds: readonly ListedContentType[],
  scope: SchoolScope,
  ids: readonly string[],
  includesWithheld = false,
) {
  type Item = {
    readonly kind: string
    readonly school_id: string
    readonly id: string
    readonly author_id: string | null
  }
  const found: Item[] = []
  const tables = kinds.map(({ listed }) => listed.table as RowSource)
  for (const [school, some] of await findSchoolsOfRows(db, scope, tables, ids)) {
    const parts = kinds.map(
      (kind) => sql`${selectRows(kind, school, undefined, includesWithheld)} and item.id = any(${some}::uuid[])`,
    )
    const { rows } = await sql<Item>`
      select found.kind, found.school_id, found.id, found.author_id from (${union(parts)}) as found`.execute(db)
    found.push(...rows)
  }
  return found.sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Selects `created_at` and, for items that are not anonymous, `author_id` of all items of one type in one school. */
export const selectReportCount = ({ listed }: ListedContentType, school: SqlParam<string>): RawBuilder<unknown> =>
  sql`select item.created_at, ${column(listed.authorId, 'uuid')} as author_id from ${sql.table(listed.table)} as item
    where item.school_id = ${school} and item.withheld_at is null ${listed.where ? sql`and ${listed.where}` : sql``}`

/** Lists the latest items that users in the scope wrote under their own names. */
export async function listRecent(db: Db, kinds: readonly ListedContentType[], scope: SchoolScope, limit: number) {
  type Row = {
    id: string
    kind: string
    name: string
    avatar_url: string | null
    timestamp: number
    created_exactly: string
  }
  const list = (school: string, slice: Slice) => sql<Row>`
    select page.id, page.kind, users.name, users.avatar_url, floor(extract(epoch from page.created_at))::int8 as timestamp,
      ${isoMicros('page.created_at')} as created_exactly
    from ${newestRows(
      sql`select * from (${union(
        kinds.map(
          (kind) => sql`${selectRows(kind, school)} and ${column(kind.listed.authorId, 'uuid')} is not null
            order by item.created_at desc, item.id desc limit ${limit}`,
        ),
      )}) as all_kinds`,
      slice,
    )}
    join users on users.school_id = ${school} and users.id = page.author_id
    order by page.created_at desc, page.id desc`
  const labels = new Map(kinds.map(({ kind, label }) => [kind, label]))
  const rows = await readPageOfSchools(
    db,
    scope,
    { page: 1, limit },
    { read: (school, slice) => executePrepared(db, list(school, slice)), compare: newestFirst },
  )
  const activities = rows.map(({ id, kind, name, avatar_url, timestamp }) => {
    const label = labels.get(kind) ?? kind
    const action = `wrote ${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`
    return { id, user: { name, avatar_url }, action, timestamp }
  })
  return { rows: activities, places: rows.map(toPlace) }
}
