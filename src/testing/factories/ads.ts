import { newId } from '../../shared/server/db/sql.ts'
import type { App } from '../../shared/server/services.ts'

/** Creates an ad for one school, or for all. */
export async function makeAd(
  { db }: App,
  { school, ...values }: { school?: string; title?: string; max_impressions?: number; placement?: string } = {},
): Promise<{ readonly id: string }> {
  const id = newId()
  await db
    .insertInto('ads')
    .values({ id, title: 'Tea', description: 'Hot', target_url: '#', target_school_id: school ?? null, ...values })
    .execute()
  return { id }
}
