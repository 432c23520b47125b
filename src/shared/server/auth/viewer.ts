import type { SqlParam } from '../db/prepared.ts'

export type Role = 'student' | 'admin' | 'site_admin'

/** The user who makes the request. Every read of tenant data takes a viewer. */
export type Viewer = {
  readonly id: string
  readonly schoolId: string
  readonly name: string
  readonly role: Role
  readonly canManageAds: boolean
  readonly sessionId: string
  /** Of the school's unpublished anonymous items, see `pendingMarks`; absent when there are none. */
  readonly pendingMarks?: string
  /** Whether they open seals together with a moderator. */
  readonly isCustodian?: boolean
  /** Whether this session treats the viewer's own anonymous items like those of others. */
  readonly hidesOwn?: boolean
}

/** The viewer of a query, as values or as placeholders of a prepared one. */
export type ViewerParams = { readonly id: SqlParam<string>; readonly schoolId: SqlParam<string> }
