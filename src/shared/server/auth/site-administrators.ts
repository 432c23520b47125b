import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pools.ts'

type SiteAdministrator = { readonly id: string; readonly school_id: string; readonly email: string }

/** The site administrators of all schools, without deleted accounts. `condition` is on `users`. */
export async function listSiteAdministrators(
  db: Db,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<SiteAdministrator[]> {
  const { rows } = await sql<SiteAdministrator>`select id, school_id, email from users
    where role = 'site_admin' and deleted_at is null and ${condition} order by school_id, id`.execute(db)
  return rows
}
