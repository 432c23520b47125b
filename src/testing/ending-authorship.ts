import { sql } from 'kysely'
import { personalDataRegistry } from '../app/registries.ts'
import { endAuthorship } from '../features/account/server/ended-authorship.ts'
import type { App } from '../shared/server/services.ts'

/** Lets authorship end at a school after these days, and seals what was written before into its month. */
export async function turnOnEnding(app: App, schoolId: string, days: number): Promise<void> {
  await sql`update schools set unmaskable_days = ${days} where id = ${schoolId}`.execute(app.db)
  await endAuthorship(app, personalDataRegistry)
  await activateLastingKey(app, schoolId)
  await endAuthorship(app, personalDataRegistry)
}

/** As if every server had had the time to learn of the key that the first run of the job created. */
export async function activateLastingKey(app: App, schoolId: string): Promise<void> {
  await sql`update seal_epochs set active_at = now() - interval '1 hour'
    where school_id = ${schoolId} and epoch = 'infinity'`.execute(app.db)
  await app.epochs.refresh()
}
