// Fails for a statement that names more than one school, or none. `npm test` records the statements of the server suite
// (src/testing/statement-recorder.ts); `node tools/one-school.ts FOLDER` judges them. With --all it lists every failing
// statement, also the excepted ones.
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../src/shared/server/db/migrate.ts'
import { openDb } from '../src/shared/server/db/pools.ts'
import { startCluster, unsafeTestSettings } from '../src/shared/server/embedded-postgres/cluster.ts'
import { migrateJobs } from '../src/shared/server/jobs/jobs.ts'
import type { RecordedStatement } from '../src/testing/statement-recorder.ts'
import { compareWithExceptions, mergeRecordings } from './one-school-rules.ts'
import { judge } from './partition-plans.ts'
import { partitionBySchool } from './school-partitions.ts'

/** The suite sends about 1,500. Fewer means that the recorder missed some. */
const minStatements = 1200

const [recordings = '', option] = process.argv.slice(2)
const lines = globSync('*.jsonl', { cwd: recordings }).flatMap((file) =>
  readFileSync(join(recordings, file), 'utf8').split('\n').filter(Boolean),
)
const statements = mergeRecordings(lines.map((line) => JSON.parse(line) as RecordedStatement))

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'quad-one-school-'))
chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
const cluster = await startCluster(folder, { settings: [...unsafeTestSettings, 'autovacuum=off'] })
try {
  const connection = { ...cluster.connection, database: 'postgres' }
  const db = openDb(connection)
  await migrate(db)
  await migrateJobs(db, connection)
  await db.destroy()
  const client = new pg.Client(connection)
  await client.connect()
  const tables = await partitionBySchool(client)
  const failing: { file: string; key: string; problems: readonly string[] }[] = []
  let [ofSchools, planned] = [0, 0]
  for (const { file, key, samples } of statements) {
    const { problems, readsSchool, isPlannedSo } = await judge(client, tables, samples)
    if (readsSchool) ofSchools++
    if (readsSchool && isPlannedSo && problems.length === 0) planned++
    if (problems.length > 0) failing.push({ file, key, problems })
  }
  await client.end()
  const percent = (count: number) => `${((count / ofSchools) * 100).toFixed(1)} %`
  console.log(
    `${statements.length} statements, ${ofSchools} on tables of schools: ${percent(ofSchools - failing.length)} name one school, ${percent(planned)} by a constant everywhere`,
  )
  const { unlisted, unneeded } = compareWithExceptions(failing)
  for (const { file, key, problems } of option === '--all' ? failing : unlisted)
    console.error(`\n${file}: ${problems.join(', ')}\n  ${key}`)
  for (const file of unneeded)
    console.error(`\nRemove the exception of ${file}: all of its statements name one school.`)
  if (statements.length < minStatements) console.error(`\nOnly ${statements.length} statements were recorded.`)
  if (unlisted.length > 0 || unneeded.length > 0 || statements.length < minStatements) process.exitCode = 1
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
