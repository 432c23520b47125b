import { type RawBuilder, sql } from 'kysely'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import { canHandleCases, type Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'

/** `handlesCases`: may see what reports keep. */
type ViewerParams = SqlParams<Pick<Viewer, 'id' | 'schoolId' | 'role'> & { handlesCases: boolean }>

/** SQL condition on a row of `uploads`. Item types that have a condition in common use the same function. */
export type MediaRule = (viewer: ViewerParams) => RawBuilder<boolean>

/** By item type: the rules that must all hold for users of the school to read its uploads. */
export type CanRead = Readonly<Record<string, readonly MediaRule[]>>

export type MediaAccess = {
  /** Only their owner reads uploads of other item types. */
  readonly canRead: CanRead
  /** Rules that are sufficient on their own, for uploads of any item type and school. */
  readonly sufficient: readonly MediaRule[]
  /** An upload that a report keeps. */
  readonly isReported: MediaRule
}

/** The upload belongs to the viewer's school, or the viewer is a site admin. */
export const isInScope: MediaRule = ({ schoolId, role }) =>
  sql<boolean>`(uploads.school_id = ${schoolId} or ${role}::text = 'site_admin')`

/** A file in the store of a school. A reported one is not cached by the browsers of moderators. */
type StoredFile = {
  readonly schoolId: string
  readonly name: string
  readonly isReported: boolean
  /** How the sender of a file named it. */
  readonly originalName: string | null
}

export type FindFetchable = (db: Db, viewer: Viewer, file: string) => Promise<StoredFile | undefined>

/** Builds the function that finds the stored file for a requested name if the viewer may fetch it. */
export function buildFindFetchable(access: MediaAccess): FindFetchable {
  const select = (db: Db, values: ViewerParams & SqlParams<{ name: string; extension: string }>) =>
    db
      .selectFrom('uploads')
      .where('name', '=', values.name)
      .where('extension', '=', values.extension)
      .where(
        sql<boolean>`(uploads.withheld_at is null and uploads.held_at is null or ${values.role}::text <> 'student'
            or ${access.isReported(values)})`,
      )
      .where(canRead(access, values))
      // Two administrators open evidence together, by calls of their own (moderation/server/evidence.ts).
      .where('evidence_at', 'is', null)
      .select(['school_id', 'widths', 'original_name'])
      // Moderators' browsers keep no reported images.
      .select(
        sql<boolean>`${values.handlesCases}::boolean and (uploads.withheld_at is not null
            or uploads.held_at is not null or ${access.isReported(values)})`.as('is_reported'),
      )
  type Values = Pick<Viewer, 'id' | 'schoolId' | 'role'> & { handlesCases: boolean; name: string; extension: string }
  const findOfSchool = prepared((db, values: SqlParams<Values & { ownerSchool: string }>) =>
    select(db, values).where('uploads.school_id', '=', values.ownerSchool),
  )
  return async (db, viewer, file) => {
    const { id, schoolId, role } = viewer
    const handlesCases = canHandleCases(viewer)
    const [, name = '', width, extension = ''] = /^(.{32})(?:-(\d+))?\.(\w+)$/.exec(file) ?? []
    const values = { id, schoolId, role, handlesCases, name, extension }
    const find = async (ownerSchool: string) => (await findOfSchool(db, { ...values, ownerSchool }))[0]
    // Of another school are the images of ads, and what site administrators look at.
    // The same statements for a file that is hidden and one that does not exist: their time does not tell which it is.
    const findElsewhere = async () => find((await findSchoolOfRow(db, null, 'uploads.name', name)) ?? schoolId)
    const upload = (await find(schoolId)) ?? (await findElsewhere())
    if (!upload) return undefined
    const copies = width === undefined ? [] : upload.widths.filter((stored) => stored >= Number(width))
    const suffix = copies.length > 0 ? `-${Math.min(...copies)}` : ''
    return {
      schoolId: upload.school_id,
      name: `${name}${suffix}.${extension}`,
      isReported: upload.is_reported,
      originalName: upload.original_name,
    }
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
