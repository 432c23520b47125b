// Writes src/shared/server/db/schema.gen.ts, Kysely's table types, from a newly migrated database. With --check it only
// compares, and fails when the file is stale.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate, getDialect } from 'kysely-codegen'
import { migrate } from '../src/shared/server/db/migrate.ts'
import { openDb } from '../src/shared/server/db/pools.ts'
import { startCluster, unsafeTestSettings } from '../src/shared/server/embedded-postgres/cluster.ts'

const file = 'src/shared/server/db/schema.gen.ts'
const folder = mkdtempSync(join(tmpdir(), 'quad-schema-'))
chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
const cluster = await startCluster(folder, { settings: unsafeTestSettings })
try {
  const db = openDb({ ...cluster.connection, database: 'postgres' })
  await migrate(db)
  const text = await generate({
    db: db as never,
    dialect: getDialect('postgres', { numericParser: 'string', timestampParser: 'timestamp' } as never),
    excludePattern: '{migrations,ad_sightings}', // views of former names are for servers of the previous version only
    logger: undefined,
    overrides: {},
  } as never)
  await db.destroy()
  const stale = text !== readSafely(file)
  if (process.argv.includes('--check')) {
    if (stale) {
      console.error(`${file} is stale: run npm run schema.`)
      process.exitCode = 1
    }
  } else {
    writeFileSync(file, text)
    console.log(`${file} written`)
  }
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

function readSafely(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
