import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { openTestApp } from '../testing/app.ts'
import { readMetrics } from '../testing/metrics.ts'
import { dailyBackupJob } from './daily-backup-job.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-daily-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('runs every day at its time, as a process that finds the database by the environment', {
  timeout: 300_000, // two processes, of which one restores the backup
}, async () => {
  const app = await openTestApp()
  const { db, config } = app
  const before = await readMetrics(app)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const { host, port, user } = inject('cluster')
  for (const [name, value] of Object.entries({
    DATABASE_URL: `postgres://${user}@localhost:${port}/${rows[0]?.name}?host=${encodeURIComponent(host)}`,
    BACKUP_DIR: join(folder, 'kept'),
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: config.secretKey,
    DEMO: '1',
  }))
    vi.stubEnv(name, value)
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
