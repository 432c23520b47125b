// Follows the recipe of docs/operations.md (Your own PostgreSQL) on a PostgreSQL of its own, destroys that, and recovers it.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { freePort, startPostgres } from '../../tools/services.ts'
import { buildServer } from '../app/server.ts'
import { posts } from '../features/posts/contract.ts'
import { migrate } from '../shared/server/db/migrate.ts'
import { type Db, openDb } from '../shared/server/db/pools.ts'
import { digestRows, digestSettings, quoteIdentifier } from '../shared/server/db/row-digest.ts'
import { migrateJobs } from '../shared/server/jobs/jobs.ts'
import { openKeysHere } from '../shared/server/keys/keys.ts'
import type { App } from '../shared/server/services.ts'
import { as, testConfig } from '../testing/app.ts'
import { makeComment, makePost } from '../testing/factories/posts.ts'
import { makeSchool, makeUser } from '../testing/factories/users.ts'
import { testWith } from '../testing/requirements.ts'
import { excludedTables } from './backup.ts'

const secretKey = 'a secret key of the tests, long enough to be taken'
const isRoot = process.getuid?.() === 0
/** As tools/services.ts: PostgreSQL refuses to run as root. */
const account = 65534

/** The code blocks of the recipe, in order. */
function readRecipe() {
  const [, section = ''] =
    /^### Your own PostgreSQL\n([\s\S]*?)^## /m.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  const [prepare = '', configuration = '', start = '', schedule = '', recover = ''] = [
    ...section.matchAll(/^```\n([\s\S]*?)^```/gm),
  ].map(([, block]) => block)
  return { prepare, configuration, start, schedule, recover }
}

type Place = { readonly folder: string; readonly port: number }

/** What the recipe calls by the paths and the account of Debian. */
const translate = ({ folder }: Place, text: string) =>
  text
    .replaceAll('/etc/pgbackrest.conf', join(folder, 'pgbackrest.conf'))
    .replaceAll('/srv/pgbackrest', join(folder, 'repo'))
    .replaceAll('/var/lib/postgresql/15/main', join(folder, 'postgres'))
    .replaceAll(
      'runuser -u postgres -- ',
      isRoot ? `setpriv --reuid=${account} --regid=${account} --clear-groups ` : '',
    )
    .replaceAll('-o postgres -g postgres ', isRoot ? `-o ${account} -g ${account} ` : '')
    .replace(/^quad /gm, `${process.execPath} src/cli/main.ts `)

const environment = ({ folder, port }: Place) => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
  PGBACKREST_SPOOL_PATH: join(folder, 'spool'), // that of Debian belongs to its account
  PGHOST: '127.0.0.1',
  PGPORT: String(port),
  PGUSER: 'quad',
  PGDATABASE: 'postgres',
  DATABASE_URL: `postgres://quad@127.0.0.1:${port}/quad`,
  DATA_DIR: join(folder, 'data'),
  SECRET_KEY: secretKey,
  GOOGLE_CLIENT_ID: 'test-client',
  GOOGLE_CLIENT_SECRET: 'nothing',
})

/** Runs a block line by line; `systemctl` is done by the test. Returns what the lines print. */
async function follow(place: Place, block: string, service: (verb: string) => Promise<void>): Promise<string> {
  let output = ''
  for (const line of block.trim().split('\n')) {
    const [, verb, units = ''] = /^systemctl (\w+) (.*)$/.exec(line) ?? []
    if (verb && units.includes('postgresql')) await service(verb)
    if (verb || line.startsWith('apt-get ')) continue
    const { status, stdout, stderr } = spawnSync('bash', ['-ec', translate(place, line)], {
      encoding: 'utf8',
      env: environment(place),
    })
    if (status !== 0) throw new Error(`${line}: ${status}\n${stdout}\n${stderr}`)
    output += stdout
  }
  return output
}

async function digestTables(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`begin; ${digestSettings}`)
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    )
    const digests: Record<string, string> = {}
    for (const { name } of rows) digests[name] = await digestRows(client, `select * from ${quoteIdentifier(name)}`)
    return digests
  } finally {
    await client.end()
  }
}

const openApp = async (db: Db, folder: string): Promise<App> => {
  const app = await buildServer({ ...testConfig, dataDir: join(folder, 'data') }, db, await openKeysHere([secretKey]))
  await app.http.ready()
  return app
}

testWith('postgres', 'pgbackrest', 'psql')(
  'the recipe with pgBackRest recovers a lost database to a second, with every row',
  { timeout: 300_000 },
  async () => {
    const recipe = readRecipe()
    expect(recipe.schedule).toContain('--type=diff backup')
    const folder = mkdtempSync(join(tmpdir(), 'quad-pgbackrest-'))
    chmodSync(folder, 0o755)
    const sockets = join(folder, 'sockets')
    for (const path of [sockets, join(folder, 'lock')]) {
      mkdirSync(path)
      if (isRoot) chownSync(path, account, account)
    }
    const place = { folder, port: await freePort() }
    const startDatabase = () =>
      startPostgres(folder, place.port, [`unix_socket_directories=${sockets}`], environment(place))
    let postgres = await startDatabase()
    onTestFinished(async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const service = async (verb: string) => {
      if (verb !== 'start') await postgres.stop()
      if (verb !== 'stop') postgres = await startDatabase()
    }
    const db = openDb(postgres.url)
    await migrate(db)
    await migrateJobs(db, postgres.url)
    const first = await openApp(db, folder)
    const school = await makeSchool(first)
    const [ada, grace] = [await makeUser(first, { school }), await makeUser(first, { school })]
    const before = await makePost(first, ada, { content: 'Before the backup' })
    await first.http.close()
    await db.destroy()

    await follow(place, recipe.prepare, service)
    writeFileSync(join(folder, 'pgbackrest.conf'), translate(place, recipe.configuration))
    appendFileSync(
      join(folder, 'pgbackrest.conf'),
      `pg1-port=${place.port}\npg1-user=quad\npg1-socket-path=${sockets}\n[global]\nlock-path=${join(folder, 'lock')}\nlog-level-file=off\n`,
    )
    await follow(place, recipe.start, service)
    const backedUp = Date.now()

    const written = openDb(postgres.url)
    const app = await openApp(written, folder)
    await makeComment(app, grace, before, { content: 'After the backup' })
    await as(app, grace)(posts.like, { params: { id: before.id } })
    await makePost(app, grace, { anonymous: true, content: 'Sealed' })
    // pgBackRest knows the end of a backup to the second, and recovers to a later second.
    await expect.poll(() => Date.now(), { timeout: 5000 }).toBeGreaterThan(backedUp + 2000)
    const kept = await digestTables(postgres.url)
    const { rows } = await sql<{ now: string }>`
      select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as now`.execute(written)
    await as(app, ada)(posts.remove, { params: { id: before.id } })
    await makePost(app, ada, { content: 'After the error' })
    await app.http.close()
    const { rows: completed } = await sql<{ name: string }>`
      select pg_walfile_name(pg_switch_wal()) as name`.execute(written)
    const isArchived = async () => {
      const { rows: archived } = await sql<{ done: boolean | null }>`
        select last_archived_wal >= ${completed[0]?.name} as done from pg_stat_archiver`.execute(written)
      return archived[0]?.done
    }
    await expect.poll(isArchived, { timeout: 60_000 }).toBe(true)
    await written.destroy()
    await postgres.stop('SIGKILL')
    rmSync(join(folder, 'postgres'), { recursive: true })

    const steps = recipe.recover.replace(/--target='[^']*'/, `--target='${rows[0]?.now}'`)
    const [restore = '', settle = ''] = steps.split(/^(?=quad recover:settle)/m)
    await follow(place, restore, service)
    await expect.poll(() => digestTables(postgres.url), { timeout: 60_000 }).toEqual(kept)

    const output = await follow(place, settle, service)
    expect(output).toContain('All users must sign in again.')
    expect(output).toMatch(/^0 differences$/m)
    const settled = await digestTables(postgres.url)
    const emptied = excludedTables.filter((name) => name !== 'migrations')
    expect(emptied.filter((name) => settled[name] !== '0')).toEqual([])
    const rest = (digests: Record<string, string>) =>
      Object.fromEntries(Object.entries(digests).filter(([name]) => ![...emptied, 'notifications'].includes(name)))
    expect(rest(settled)).toEqual(rest(kept))
  },
)
