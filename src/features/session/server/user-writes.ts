// Writes to users for sign-in, roles, and the features above this one.

import { type RawBuilder, sql } from 'kysely'
import type { Role } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'

type UserRef = { readonly schoolId: string; readonly id: string }

/** Returns false when the school has a user with this email address. */
export async function insertUser(
  trx: Trx,
  { schoolId, id, name, email }: UserRef & { readonly name: string; readonly email: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('users')
    .values({ school_id: schoolId, id, name, email })
    .onConflict((existing) => existing.columns(['school_id', 'email']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows !== 0n
}

/** Records the revocation of 'site_admin', so that SITE_ADMINS does not grant it again. */
export async function setRole(trx: Trx, user: UserRef & { readonly role: string }, role: Role): Promise<void> {
  await whereUser(trx, user)
    .set({
      role,
      paused_until: null, // a decision about the role ends the pause
      ...(role === 'site_admin' ? { site_admin_revoked_at: null } : {}),
      ...(user.role === 'site_admin' && role !== 'site_admin' ? { site_admin_revoked_at: sql`now()` } : {}),
    })
    .execute()
}

/**
 * Makes the user a site administrator if their stored email address is one of `emails` and no operator has revoked the
 * role. Returns whether the role changed.
 */
export async function grantSiteAdmin(trx: Trx, user: UserRef, emails: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await whereUser(trx, user)
    .set({ role: 'site_admin' })
    .where('email', 'in', [...emails])
    .where('role', '<>', 'site_admin')
    .where('site_admin_revoked_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setAdsPermission(trx: Trx, user: UserRef, canManageAds: boolean): Promise<void> {
  await whereUser(trx, user).set({ can_manage_ads: canManageAds }).execute()
}

/** Ends the powers of an administrator until they are returned, or returns them. */
export async function setPaused(trx: Trx, user: UserRef, until: 'infinity' | '72 hours' | null): Promise<void> {
  await whereUser(trx, user)
    .set({
      paused_until:
        until === '72 hours' ? sql<Date>`now() + ${until}::interval` : sql<Date | null>`${until}::timestamptz`,
    })
    .execute()
}

export async function setIsMinor(trx: Trx, user: UserRef, isMinor: boolean): Promise<void> {
  await whereUser(trx, user).set({ is_minor: isMinor }).execute()
}

export async function disableEmailNotifications(db: Db, user: UserRef): Promise<void> {
  await whereUser(db, user).set({ email_notifications: false }).execute()
}

/** Marks the account as deleted, or as restored, when `condition` holds. Returns whether it changed. */
export async function setUserDeleted(
  trx: Trx,
  user: UserRef,
  deletedAt: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  anonymousItems: 'delete' | 'keep' | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update users set deleted_at = ${deletedAt}, anonymous_items = ${anonymousItems},
      removal_swept_days = null
    where school_id = ${user.schoolId} and id = ${user.id} and ${condition}`.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Records up to which age the anonymous items of deleted accounts of a school have been removed. */
export async function setSweptDays(
  db: Db,
  schoolId: string,
  users: readonly { readonly id: string; readonly age: number }[],
): Promise<void> {
  if (users.length === 0) return
  await sql`update users set removal_swept_days = swept.age from unnest(
      ${users.map(({ id }) => id)}::uuid[], ${users.map(({ age }) => age)}::float8[]) as swept (id, age)
    where users.school_id = ${schoolId} and users.id = swept.id and users.deleted_at is not null`.execute(db)
}

/** Deletes the row, and with it every row whose foreign key cascades. */
export async function deleteUser(db: Db, user: UserRef): Promise<void> {
  await db.deleteFrom('users').where('school_id', '=', user.schoolId).where('id', '=', user.id).execute()
}

const whereUser = (db: Db, { schoolId, id }: UserRef) =>
  db.updateTable('users').where('school_id', '=', schoolId).where('id', '=', id)
