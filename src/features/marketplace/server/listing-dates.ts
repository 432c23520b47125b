import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'

export const listingDateRetention: RetentionRule = { table: 'listing_dates', column: 'first_at', keptFor: '7 days' }

type Words = { readonly title: string; readonly description: string }

/** When this seller first listed the text: now, or a time of the last seven days. */
export async function findListingDate(trx: Trx, schoolId: string, sellerId: string, { title, description }: Words) {
  const digest = createHash('sha256').update(`${title}\n${description}`).digest()
  const { rows } = await sql<{ first_at: Date; is_new: boolean }>`
    insert into listing_dates as listed (school_id, seller_id, digest) values (${schoolId}, ${sellerId}, ${digest})
    on conflict (school_id, seller_id, digest) do update set first_at =
      case when listed.first_at > now() - interval '7 days' then listed.first_at else excluded.first_at end
    returning first_at, first_at = now() as is_new`.execute(trx)
  return rows[0] ?? { first_at: new Date(), is_new: true }
}
