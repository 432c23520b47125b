import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { listBases } from '../cli/base-backup.ts'
import type { BackupConfig, Config } from '../shared/server/config.ts'
import type { Db } from '../shared/server/db/pools.ts'
import { resolveClusterPaths } from '../shared/server/embedded-postgres/paths.ts'
import { readSystemId } from '../shared/server/embedded-postgres/wal-archive.ts'
import type { Job } from '../shared/server/jobs/jobs.ts'
import { backupRuns } from '../shared/server/metrics.ts'

const commands = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

/** Runs `quad backup:daily` in a process of its own with low priority: packing gigabytes then delays no request. */
export const dailyBackupJob = ({ time }: BackupConfig): Job => {
  const [hour, minute] = time.split(':').map(Number)
  return {
    name: 'back_up',
    cron: `${minute} ${hour} * * *`,
    queue: 'backup',
    async run(_, signal) {
      try {
        backupRuns.count((await runBackup('backup:daily', signal)) ? 'proved' : 'problem')
      } catch (error) {
        if (!signal?.aborted) backupRuns.count('failed')
        throw error
      }
    },
  }
}

/** Exit code of a backup that was taken while there is a problem with it, or with an earlier one. */
const problemCode = 2

/**
 * Copies the embedded database, if no copy of its timeline is there from which it could be recovered: when the archive is
 * new, and after a recovery.
 */
export async function takeFirstBase({ backups, dataDir }: Config, db: Db): Promise<void> {
  if (backups?.recoveryDays === undefined) return
  const { rows } = await sql<{ timeline: number }>`select timeline_id as timeline from pg_control_checkpoint()`.execute(
    db,
  )
  const timeline = (rows[0]?.timeline ?? 1).toString(16).toUpperCase().padStart(8, '0')
  const systemId = readSystemId(resolveClusterPaths(dataDir).data)
  const bases = await listBases(backups.folder)
  if (bases.some((base) => base.systemId === systemId && base.timeline === timeline)) return
  await runBackup('backup:base')
}

/**
 * Resolves with whether all is well; a problem is logged. Rejects with what the command printed, if it took no backup; then
 * it is tried again.
 */
async function runBackup(command: string, signal?: AbortSignal): Promise<boolean> {
  const child = spawn(process.execPath, [...process.execArgv, commands, command], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // over the channel, the command notices when this process is killed
    ...(signal ? { signal } : {}),
  })
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-2000)
    })
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done))
  if (code === problemCode) console.error(printed.trim())
  else if (code !== 0)
    throw new Error(
      `${command === 'backup:daily' ? 'The daily backup' : 'The copy of the database'} failed: ${printed.trim()}`,
    )
  return code === 0
}
