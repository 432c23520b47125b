// Check of `quad doctor`: whether the embedded database can be recovered to a point in time.
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../shared/server/config.ts'
import type { Db } from '../shared/server/db/pools.ts'
import { resolveClusterPaths } from '../shared/server/embedded-postgres/paths.ts'
import {
  archiveTimeoutSeconds,
  findCurrentSegment,
  readArchiveState,
} from '../shared/server/embedded-postgres/wal-archive.ts'
import { findGaps, listBases } from './base-backup.ts'

export class FailedCheck extends Error {}
export const failCheck = (says: string): never => {
  throw new FailedCheck(says)
}

/** As the alert; a server that is stopped archives nothing. */
const maxArchiveAgeSeconds = 300
const maxBaseAgeHours = 26
/** The privacy policy promises that deleted data is gone after this time. */
const maxKeptDays = 30

export async function examineArchive({ backups, dataDir, databaseUrl }: Config, db: Db): Promise<string> {
  if (databaseUrl) return 'to a point in time by the archiving of your PostgreSQL, if it has one'
  const place = resolveClusterPaths(dataDir)
  const old = listFormerFolders(place.data)
  const expired = old.find(({ days }) => days > maxKeptDays)
  if (expired)
    failCheck(
      `${expired.path} is the database from before a recovery or an upgrade, ${Math.floor(expired.days)} days ago. Remove it.`,
    )
  if (backups?.recoveryDays === undefined) return 'from daily backups only (RECOVERY_DAYS is not set)'
  const { rows } = await sql<{ mode: string }>`select current_setting('archive_mode') as mode`.execute(db)
  if (rows[0]?.mode !== 'on') failCheck('PostgreSQL was started without its archive. Restart the server.')
  const bases = await listBases(backups.folder)
  const newest = bases.at(-1)
  const hours = newest && (Date.now() - Date.parse(newest.stoppedAt)) / 3_600_000
  if (hours === undefined || hours > maxBaseAgeHours)
    failCheck(
      `The last ${maxBaseAgeHours} hours have no base backup in ${backups.folder}. Run: npm run quad -- backup:base`,
    )
  const [gap] = await findGaps(backups.folder)
  if (gap) failCheck(`${gap} Times around it can’t be recovered; run: npm run quad -- backup:base`)
  const { ageSeconds, waiting } = await readArchiveState(place, backups.folder, await findCurrentSegment(db))
  if (ageSeconds > maxArchiveAgeSeconds)
    failCheck(
      `The newest archived segment is ${Number.isFinite(ageSeconds) ? `${Math.round(ageSeconds)} seconds old` : 'missing'}, and ${waiting} wait. Check that a server runs, and room and rights of ${backups.folder}.`,
    )
  const kept = old.length > 0 ? `; ${old.map(({ path }) => path).join(', ')} can be removed` : ''
  return `from ${bases[0]?.stoppedAt} to at most ${Math.round(ageSeconds) + archiveTimeoutSeconds} seconds ago${kept}`
}

/** Data folders that recoveries and upgrades have replaced. */
function listFormerFolders(data: string) {
  return readdirSync(dirname(data))
    .filter((name) => name.startsWith(`${basename(data)}.before-`) && !name.endsWith('-wal'))
    .map((name) => {
      const path = join(dirname(data), name)
      return { path, days: (Date.now() - statSync(path).ctimeMs) / 86_400_000 }
    })
}
