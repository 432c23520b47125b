import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { attachUploads } from '../../media/server/actions.ts'
import type { ProfileInput } from '../contract.ts'
import { nameChange } from './name-actions.ts'

/** The current version of the terms, stored with the time of acceptance. */
const termsVersion = '2026-11-21'

/** Updates the fields that were sent only. */
export const updateProfile = async (trx: Trx, viewer: Viewer, input: z.output<typeof ProfileInput>) => {
  const { terms_accepted, name, avatar, avatar_url = avatar, ...others } = input
  const rest = { ...others, avatar_url }
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined)
  const changes = {
    ...(name === undefined ? {} : await nameChange(trx, viewer, name)),
    ...Object.fromEntries(fields.map(([field, value]) => [field, value === '' ? null : value])),
  }
  if (Object.keys(changes).length > 0) {
    await trx
      .updateTable('users')
      .set(changes)
      .where('school_id', '=', viewer.schoolId)
      .where('id', '=', viewer.id)
      .execute()
  }
  // After the update has locked the row, so that of concurrent photo changes the same one is shown and stored.
  if (avatar_url !== undefined) await attachPhoto(trx, viewer, 'avatar', avatar_url)
  if (rest.cover_photo !== undefined) await attachPhoto(trx, viewer, 'cover', rest.cover_photo)
  if (terms_accepted === 1 || terms_accepted === true) await acceptTerms(trx, viewer)
}

/** Attaches an upload as the user's photo and releases the previous one. */
const attachPhoto = (trx: Trx, viewer: Viewer, kind: 'avatar' | 'cover', url: string | null) =>
  attachUploads(trx, viewer, url ? [url] : [], { kind, id: viewer.id, purposes: [kind], anonymous: false })

/**
 * Stores the time of acceptance, the version of the terms, and the age declared by it. Keeps the first acceptance of a
 * version. The first one of an account begins its first steps.
 */
export const acceptTerms = (trx: Trx, viewer: Viewer) =>
  trx
    .updateTable('users')
    .set({
      terms_accepted_at: sql`now()`,
      terms_version: termsVersion,
      welcome: sql`case when terms_accepted_at is null then coalesce(welcome, 'steps') else welcome end`,
      terms_age: (school) => school.selectFrom('schools').where('id', '=', viewer.schoolId).select('minimum_age'),
    })
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', viewer.id)
    .where(sql<boolean>`terms_version is distinct from ${termsVersion}`)
    .execute()
