import { type RawBuilder, sql } from 'kysely'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import {
  type Account,
  type AccountRow,
  openAccount,
  parseSessionToken,
  type SessionKey,
  selectAccount,
} from '../../../shared/server/auth/session.ts'
import { canHandleCases, type Viewer } from '../../../shared/server/auth/viewer.ts'
import { createBatchLoader } from '../../../shared/server/db/batch-loader.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { SessionWith } from '../../../shared/server/http/serve.ts'

/**
 * `schoolId` is the school of the upload, and `isMember` whether the viewer belongs to it. `handlesCases`: may see what reports
 * keep.
 */
type ViewerParams = SqlParams<Pick<Viewer, 'id' | 'schoolId' | 'role'> & { isMember: boolean; handlesCases: boolean }>

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
export const isInScope: MediaRule = ({ isMember, role }) =>
  sql<boolean>`(${isMember}::boolean or ${role}::text = 'site_admin')`

/** A file in the store of a school. A reported one is not cached by the browsers of moderators. */
export type StoredFile = {
  readonly schoolId: string
  readonly name: string
  /** Undefined for a smaller copy. */
  readonly size: number | undefined
  readonly isReported: boolean
  /** How the sender of a file named it. */
  readonly originalName: string | null
}

/**
 * Builds the functions that find the stored file for a requested name if the viewer may fetch it: `load` finds the session of a token together
 * with the file, if it belongs to the same school; `findElsewhere` finds one of another school.
 */
export function buildFindFetchable(access: MediaAccess) {
  const { findHere, find } = buildFind(access)
  return {
    async load(db: Db, token: string | undefined, params: unknown): Promise<SessionWith<StoredFile>> {
      const key = parseSessionToken(token)
      const file = parseFileName(String((params as { file?: unknown }).file))
      const found = key && (await findHere(db, { ...key, ...file }))
      if (!found) return { session: undefined, row: undefined }
      return { session: await openAccount(db, found), row: isUpload(found) ? toStoredFile(found, file) : undefined }
    },
    // Of another school are the images of ads, and what site administrators look at.
    // The same statements for a file that is hidden and one that does not exist: their time does not tell which it is.
    async findElsewhere(db: Db, viewer: Account, path: string): Promise<StoredFile | undefined> {
      const { id, role } = viewer
      const file = parseFileName(path)
      const schoolId = (await findSchoolOfRow(db, null, 'uploads.name', file.name)) ?? viewer.schoolId
      const isMember = schoolId === viewer.schoolId
      const upload = await find(db, { id, schoolId, isMember, role, handlesCases: canHandleCases(viewer), ...file })
      return upload && toStoredFile(upload, file)
    },
  }
}

type FileName = { readonly name: string; readonly width: string | undefined; readonly extension: string }

function parseFileName(path: string): FileName {
  const [, name = '', width, extension = ''] = /^(.{32})(?:-(\d+))?\.(\w+)$/.exec(path) ?? []
  return { name, width, extension }
}

function toStoredFile(upload: UploadRow, { name, width, extension }: FileName): StoredFile {
  const copies = width === undefined ? [] : upload.widths.filter((stored) => stored >= Number(width))
  const isCopy = copies.length > 0
  const suffix = isCopy ? `-${Math.min(...copies)}` : ''
  return {
    schoolId: upload.owner_school,
    name: `${name}${suffix}.${extension}`,
    size: isCopy ? undefined : Number(upload.bytes),
    isReported: upload.is_reported,
    originalName: upload.original_name,
  }
}

type NameRequest = { readonly name: string; readonly extension: string }

type FileRequest = NameRequest &
  Pick<Viewer, 'id' | 'schoolId' | 'role'> & {
    readonly isMember: boolean
    readonly handlesCases: boolean
  }

type UploadRow = {
  /** Position in the batch of requests, from 1. */
  at: number
  owner_school: string
  widths: number[]
  original_name: string | null
  bytes: string
  is_reported: boolean
}

/** Of a session, and of the upload that its user may fetch. */
type SessionRow = AccountRow & (UploadRow | ({ [column in Exclude<keyof UploadRow, 'at'>]: null } & { at: number }))

const isUpload = (row: SessionRow): row is AccountRow & UploadRow => row.owner_school !== null

/** Requests of one statement: as many as a page sends, so that a slow PostgreSQL limits how many wait for one. */
const maxRequests = 32

/** Requests that arrive during a statement share the next one: PostgreSQL prepares the subqueries of all rules per statement. */
function buildFind(access: MediaAccess) {
  const select = (db: Db, values: ViewerParams & SqlParams<{ name: string; extension: string }>) =>
    db
      .selectFrom('uploads')
      .where('uploads.school_id', '=', values.schoolId)
      .where('name', '=', values.name)
      .where('extension', '=', values.extension)
      .where(
        sql<boolean>`(uploads.withheld_at is null and uploads.held_at is null or ${values.role}::text <> 'student'
            or ${access.isReported(values)})`,
      )
      .where(canRead(access, values))
      // Two administrators open evidence together, by calls of their own (moderation/server/evidence.ts).
      .where('evidence_at', 'is', null)
      .select(['uploads.school_id as owner_school', 'widths', 'original_name', 'bytes'])
      // Moderators' browsers keep no reported images.
      .select(
        sql<boolean>`${values.handlesCases}::boolean and (uploads.withheld_at is not null
            or uploads.held_at is not null or ${access.isReported(values)})`.as('is_reported'),
      )

  type SessionBatch = { schoolId: string; hashes: Buffer[]; names: string[]; extensions: string[] }
  const findWithSessions = prepared<SessionBatch, SessionRow>((db, { schoolId, hashes, names, extensions }) => {
    const upload = select(db, {
      schoolId,
      id: sql`account.id`,
      isMember: sql`true`,
      role: sql`account.role`,
      handlesCases: sql`coalesce(account.role <> 'student' or 'cases' = any(account.grants), false)`,
      name: sql`requested.name`,
      extension: sql`requested.extension`,
    })
    return sql<SessionRow>`select requested.at::int, account.*, found.*
      from unnest(${hashes}::bytea[], ${names}::text[], ${extensions}::text[])
        with ordinality as requested (token_hash, name, extension, at),
      lateral (${selectAccount({ schoolId, tokenHash: sql`requested.token_hash` })}) as account
      left join lateral (${upload} limit 1) as found on not account.is_blocked and account.deleted_at is null`
  })

  type Batch = {
    schoolId: string
    ids: string[]
    areMembers: boolean[]
    roles: string[]
    handleCases: boolean[]
    names: string[]
    extensions: string[]
  }
  const findOfSchool = prepared<Batch, UploadRow>((db, lists) => {
    const upload = select(db, {
      schoolId: lists.schoolId,
      id: sql`requested.viewer_id`,
      isMember: sql`requested.is_member`,
      role: sql`requested.role`,
      handlesCases: sql`requested.handles_cases`,
      name: sql`requested.name`,
      extension: sql`requested.extension`,
    })
    return sql<UploadRow>`select requested.at::int, found.*
      from unnest(${lists.ids}::uuid[], ${lists.areMembers}::boolean[], ${lists.roles}::text[], ${lists.handleCases}::boolean[], ${lists.names}::text[], ${lists.extensions}::text[])
        with ordinality as requested (viewer_id, is_member, role, handles_cases, name, extension, at),
      lateral (${upload} limit 1) as found`
  })

  const findHere = createBatchLoader<SessionKey & NameRequest, SessionRow>({
    groupBy: ({ schoolId }) => schoolId,
    maxKeys: maxRequests,
    find: async (db, schoolId, requests) =>
      inOrder(
        await findWithSessions(db, {
          schoolId,
          hashes: requests.map(({ hash }) => hash),
          names: requests.map(({ name }) => name),
          extensions: requests.map(({ extension }) => extension),
        }),
      ),
  })
  const find = createBatchLoader<FileRequest, UploadRow>({
    groupBy: ({ schoolId }) => schoolId,
    maxKeys: maxRequests,
    find: async (db, schoolId, requests) =>
      inOrder(
        await findOfSchool(db, {
          schoolId,
          ids: requests.map(({ id }) => id),
          areMembers: requests.map(({ isMember }) => isMember),
          roles: requests.map(({ role }) => role),
          handleCases: requests.map(({ handlesCases }) => handlesCases),
          names: requests.map(({ name }) => name),
          extensions: requests.map(({ extension }) => extension),
        }),
      ),
  })
  return { findHere, find }
}

/** Rows by their position in the batch. */
function inOrder<R extends { readonly at: number }>(rows: readonly R[]): (R | undefined)[] {
  const found: R[] = []
  for (const row of rows) found[row.at - 1] = row
  return found
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
