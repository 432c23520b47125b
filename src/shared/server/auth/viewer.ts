import type { ConfessionsMode } from '../../confessions-modes.ts'
import type { GrantName } from '../../grants.ts'
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
  /** What a student may do on the moderation desk; absent when nothing. */
  readonly grants?: readonly GrantName[]
  /** Whether they open seals together with a moderator. */
  readonly isCustodian?: boolean
  /** Whether this session treats the viewer's own anonymous items like those of others. */
  readonly hidesOwn?: boolean
  /** How many reports the school allows per day; absent for the default. */
  readonly reportsPerDay?: number
  /** Whether this session is on a computer that others use too. */
  readonly isShared?: boolean
  /** Whether the school looks for named people in anonymous texts. */
  readonly checksNames?: boolean
  /** How the school handles confessions; absent when they appear without a moderator. */
  readonly confessionsMode?: Exclude<ConfessionsMode, 'on'>
  /** Of a site administrator of another cell, without a session or a row of `users` here: the cell that authenticated the request, and its id there. */
  readonly vouched?: { readonly cell: string; readonly requestId: string }
}

/** Whether they handle cases: an administrator, or a student with that grant. */
export const canHandleCases = ({ role, grants = [] }: Pick<Viewer, 'role' | 'grants'>): boolean =>
  role !== 'student' || grants.includes('cases')

/** The viewer of a query, as values or as placeholders of a prepared one. */
export type ViewerParams = { readonly id: SqlParam<string>; readonly schoolId: SqlParam<string> }
