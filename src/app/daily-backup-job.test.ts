import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { withAdvisoryLock } from '../shared/server/db/locks.ts'
import type { App } from '../shared/server/services.ts'
import { openTestApp } from '../testing/app.ts'
import { readMetrics } from '../testing/metrics.ts'
import { dailyBackupJob } from './daily-backup-job.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-daily-'))
beforeEach(() => void mkdirSync(folder, { recursive: true }))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('runs every day at its time, as a process that finds the database by the environment', {
  timeout: 300_000, // two processes, of which one restores the backup
}, async () => {
  const app = await openTestApp()
  const { db } = app
  const before = await readMetrics(app)
  for (const [name, value] of Object.entries(await toEnvironment(app))) vi.stubEnv(name, value)
  const job = dailyBackupJob({ folder: '', keep: 14, time: '04:05' })
  expect(job.cron).toBe('5 4 * * *')
  await job.run()
  expect(readdirSync(join(folder, 'kept')).filter((name) => name.endsWith('.tar.gz'))).toHaveLength(1)
  const kept = await db.selectFrom('backups').select(['proved_at', 'problem']).execute()
  expect(kept).toEqual([{ proved_at: expect.any(Date), problem: null }])

  writeFileSync(join(folder, 'file'), '')
  vi.stubEnv('BACKUP_DIR', join(folder, 'file'))
  await expect(job.run()).rejects.toThrow('The daily backup failed: EEXIST')
  const grown = (outcome: string, after: Awaited<typeof before>) =>
    after(`quad_backup_runs_total{outcome="${outcome}"}`) - before(`quad_backup_runs_total{outcome="${outcome}"}`)
  const after = await readMetrics(app)
  expect([grown('proved', after), grown('problem', after), grown('failed', after)]).toEqual([1, 0, 1])
})

test('the command ends when the server that started it is killed', { timeout: 60_000 }, async () => {
  const app = await openTestApp()
  const script = join(folder, 'server.ts')
  const job = new URL('./daily-backup-job.ts', import.meta.url)
  writeFileSync(
    script,
    `import { dailyBackupJob } from '${job}'\nawait dailyBackupJob({ folder: '', keep: 14, time: '04:05' }).run()`,
  )
  await withAdvisoryLock(app.db, 'quad daily backup', async () => {
    const server = spawn(process.execPath, [script], {
      env: { ...process.env, ...(await toEnvironment(app)) },
      stdio: 'ignore',
    })
    onTestFinished(() => void server.kill('SIGKILL'))
    const findCommand = () => readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim()
    await expect.poll(findCommand, { timeout: 20_000 }).toMatch(/^\d+$/)
    const command = findCommand()
    onTestFinished(() => {
      if (isRunning()) process.kill(Number(command), 'SIGKILL')
    })
    /** Empty for a process that has ended, even if no one has waited for it. */
    const isRunning = () => existsSync(`/proc/${command}`) && readFileSync(`/proc/${command}/cmdline`, 'utf8') !== ''
    await expect.poll(() => countLockRequests(app), { timeout: 30_000 }).toBe(2) // with that of this test
    expect(isRunning()).toBe(true)
    server.kill('SIGKILL')
    await expect.poll(isRunning, { timeout: 5000 }).toBe(false)
  })
})

async function toEnvironment({ db, config }: App) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const { host, port, user } = inject('cluster')
  return {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${rows[0]?.name}?host=${encodeURIComponent(host)}`,
    BACKUP_DIR: join(folder, 'kept'),
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: config.secretKey,
    DEMO: '1',
  }
}

/** Connections that hold an advisory lock or whose last statement tried to take one. */
async function countLockRequests({ db }: App): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and query like 'select pg_try_advisory_lock%'`.execute(db)
  return rows[0]?.count ?? 0
}
