import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'

type ViewerParams = SqlParams<Pick<Viewer, 'id' | 'schoolId' | 'role'>>

/** SQL condition on a row of `uploads`. Item types that have a condition in common use the same function. */
export type MediaRule = (viewer: ViewerParams) => RawBuilder<boolean>

/** By item type: the rules that must all hold for users of the school to read its uploads. */
export type CanRead = Readonly<Record<string, readonly MediaRule[]>>

export type MediaAccess = {
  /** Only their owner reads uploads of other item types. */
  readonly canRead: CanRead
  /** Rules that are sufficient on their own, for uploads of any item type and school. */
  readonly sufficient: readonly MediaRule[]
}

/** The upload belongs to the viewer's school, or the viewer is a site admin. */
export const isInScope: MediaRule = ({ schoolId, role }) =>
  sql<boolean>`(uploads.school_id = ${schoolId} or ${role}::text = 'site_admin')`

/** A file in the store of a school. */
type StoredFile = { readonly schoolId: string; readonly name: string }

export type FindFetchable = (db: Db, viewer: Viewer, file: string) => Promise<StoredFile | undefined>

/** Builds the function that finds the stored file for a requested name if the viewer may fetch it. */
export function buildFindFetchable(access: MediaAccess): FindFetchable {
  const readable = prepared(
    (db, values: SqlParams<Pick<Viewer, 'id' | 'schoolId' | 'role'> & { name: string; extension: string }>) =>
      db
        .selectFrom('uploads')
        .where('name', '=', values.name)
        .where('extension', '=', values.extension)
        .where(sql<boolean>`(uploads.withheld_at is null or ${values.role}::text <> 'student')`)
        .where(canRead(access, values))
        .select(['school_id', 'widths']),
  )
  return async (db, { id, schoolId, role }, file) => {
    const [, name = '', width, extension = ''] = /^(.{32})(?:-(\d+))?\.(\w+)$/.exec(file) ?? []
    const [upload] = await readable(db, { id, schoolId, role, name, extension })
    if (!upload) return undefined
    const copies = width === undefined ? [] : upload.widths.filter((stored) => stored >= Number(width))
    const suffix = copies.length > 0 ? `-${Math.min(...copies)}` : ''
    return { schoolId: upload.school_id, name: `${name}${suffix}.${extension}` }
  }
}

/**
 * Each rule occurs once in the statement, with the item types that it applies to: PostgreSQL prepares every subquery of
 * a statement for each execution, whether or not it is needed.
 */
function canRead({ canRead, sufficient }: MediaAccess, viewer: ViewerParams): RawBuilder<boolean> {
  const itemTypes = new Map<MediaRule, string[]>()
  for (const [itemType, rules] of Object.entries(canRead))
    for (const rule of rules) itemTypes.set(rule, [...(itemTypes.get(rule) ?? []), itemType])
  const required = [...itemTypes].map(([rule, types]) => sql`(not ${isAttachedTo(types)} or ${rule(viewer)})`)
  const registered = sql.join([isAttachedTo(Object.keys(canRead)), ...required], sql` and `)
  const ownOrRegistered = sql`${isInScope(viewer)} and (owner_id = ${viewer.id} or ${registered})`
  return sql<boolean>`(${sql.join([ownOrRegistered, ...sufficient.map((rule) => rule(viewer))], sql` or `)})`
}

const isAttachedTo = (itemTypes: readonly string[]) => sql`item_kind = any(${sql.lit(`{${itemTypes.join()}}`)}::text[])`
