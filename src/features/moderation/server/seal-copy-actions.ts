import { sql } from 'kysely'
import { randomLike } from '../../../shared/server/crypto/random-bytes.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'

/** Erases the copies of an item's seal in reports and openings when its author must no longer be traceable. */
export async function eraseSealCopies(trx: Trx, schoolId: string, kind: string, id: string): Promise<void> {
  const reports = await trx
    .selectFrom('reports')
    .where('school_id', '=', schoolId)
    .where('kind', '=', kind)
    .where('content_id', '=', id)
    .where('author_seal', 'is not', null)
    .select(['id', 'author_seal'])
    .forUpdate()
    .execute()
  for (const { id: report, author_seal } of reports)
    await trx
      .updateTable('reports')
      .set({ author_seal: author_seal && randomLike(author_seal) })
      .where('school_id', '=', schoolId)
      .where('id', '=', report)
      .execute()
  await sql`update seal_requests set author_seal = null
    where school_id = ${schoolId} and kind = ${kind} and content_id = ${id}`.execute(trx)
}

/** What is left of an erased copy: the report is still about an anonymous item. Shorter than any seal. */
export const erasedSeal = Buffer.of(0)
export const minSealBytes = 80

/** Whether the copy of a seal in a report was erased. */
export const isErasedCopy = (seal: Buffer): boolean => seal.length < minSealBytes
