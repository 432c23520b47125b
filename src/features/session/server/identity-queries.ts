import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'

/** Returns the viewer's email address and the issuers of their identities. */
export async function findIdentities(db: Db, { schoolId, id }: Pick<Viewer, 'schoolId' | 'id'>) {
  const rows = await db
    .selectFrom('users')
    .innerJoin('identities', (join) =>
      join.onRef('identities.school_id', '=', 'users.school_id').onRef('identities.user_id', '=', 'users.id'),
    )
    .where('users.school_id', '=', schoolId)
    .where('users.id', '=', id)
    .select(['users.email', 'identities.issuer'])
    .execute()
  return { email: rows[0]?.email, issuers: rows.map(({ issuer }) => issuer) }
}
