import { sql } from 'kysely'
import { listSchools } from '../../../shared/server/auth/school-scope.ts'
import type { openEvidenceKeys } from '../../../shared/server/crypto/evidence-keys.ts'
import type { Db } from '../../../shared/server/db/pools.ts'

/** Wraps the keys of evidence with the newest secret key. Servers unwrap either. Returns how many there are. */
export async function rewrapEvidence(db: Db, keys: ReturnType<typeof openEvidenceKeys>): Promise<number> {
  let count = 0
  for (const schoolId of await listSchools(db)) {
    const { rows } = await sql<{ name: string; wrapped_key: Buffer }>`select name, wrapped_key from evidence
      where school_id = ${schoolId} and wrapped_key is not null`.execute(db)
    for (const { name, wrapped_key } of rows) {
      const renewed = keys.rewrap(wrapped_key, { schoolId, name })
      await sql`update evidence set wrapped_key = ${renewed}
        where school_id = ${schoolId} and name = ${name} and wrapped_key = ${wrapped_key}`.execute(db)
    }
    count += rows.length
  }
  return count
}
