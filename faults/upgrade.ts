// F34: the data folder of a former major version of PostgreSQL is upgraded, and the upgrade is killed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { campusSizes, fillCampus } from '../bench/campus/fill.ts'
import { migrate } from '../src/shared/server/db/migrate.ts'
import { openDb } from '../src/shared/server/db/pools.ts'
import { digestRows, digestSettings } from '../src/shared/server/db/row-digest.ts'
import { type Cluster, startClusterAt, unsafeTestSettings } from '../src/shared/server/embedded-postgres/cluster.ts'
import { atFolder, type ClusterPaths, resolveClusterPaths } from '../src/shared/server/embedded-postgres/paths.ts'
import { findPreviousPrograms } from '../src/shared/server/embedded-postgres/programs.ts'
import { enqueue, migrateJobs } from '../src/shared/server/jobs/jobs.ts'
import { freePort, startNode } from '../tools/services.ts'
import { type Fault, inFolder } from './kit.ts'

/** The folders of a data folder with the programs of the former major version. */
export function resolveFormer(dataDir: string): ClusterPaths {
  const place = resolveClusterPaths(dataDir)
  const programs = findPreviousPrograms(dataDir, place.account)
  if (!programs) throw new Error('The programs of the former PostgreSQL are not installed.')
  return { ...place, binaries: programs.folder, major: programs.major }
}

/** Creates a data folder of the former version, with everything that an upgrade has to bring along. Resolves with its content. */
export async function fillFormer(dataDir: string, size?: string): Promise<Content> {
  const cluster = await startClusterAt(resolveFormer(dataDir), { settings: unsafeTestSettings })
  const server = openDb({ ...cluster.connection, database: 'postgres' }, { max: 1 })
  await sql`create database quad`.execute(server)
  await sql`alter system set work_mem = '7MB'`.execute(server)
  await sql`alter database quad set lock_timeout = '59s'`.execute(server)
  await server.destroy()
  const connection = { ...cluster.connection, database: 'quad' }
  const db = openDb(connection, { max: 2 })
  await migrate(db)
  await migrateJobs(db, connection)
  const campus = campusSizes[size ?? '']
  if (campus) await fillCampus(db, campus, () => {})
  await db.transaction().execute((trx) => enqueue(trx, 'send_mail', { to: 'ada@northfield.example' }, 3600))
  await sql`select lo_from_bytea(0, 'a large object')`.execute(db)
  await db.destroy()
  await cluster.stop()
  return readFolder(resolveFormer(dataDir))
}

export type Content = Readonly<Record<string, string>>

/** A digest of every table, and the state of everything else that must be the same after an upgrade. */
async function readContent({ connection }: Pick<Cluster, 'connection'>): Promise<Content> {
  const client = new pg.Client({ ...connection, database: 'quad' })
  await client.connect()
  try {
    const content: Record<string, string> = {}
    await client.query('begin')
    await client.query(digestSettings)
    const ours = `from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema' and relname <> 'operators_own'`
    const { rows: relations } = await client.query<{ name: string; relkind: string }>(
      `select format('%I.%I', nspname, relname) as name, relkind ${ours} and relkind in ('r', 'S')
        and (nspname, relname) <> ('graphile_worker', 'migrations')`,
    )
    for (const { name, relkind } of relations) {
      const columns = relkind === 'r' ? '*' : 'last_value, is_called'
      content[name] = await digestRows(client, `select ${columns} from ${name}`)
    }
    const texts: Readonly<Record<string, string>> = {
      indexes: `select pg_get_indexdef(indexrelid) from pg_index where indrelid in (select pg_class.oid ${ours})`,
      constraints: `select conrelid::regclass::text || conname || pg_get_constraintdef(oid) from pg_constraint
        where contype <> 'n' and conrelid in (select pg_class.oid ${ours})`,
      triggers: `select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal`,
      'large objects': `select oid::text || lo_get(oid)::text from pg_largeobject_metadata`,
      settings: `select current_setting('work_mem') || current_setting('lock_timeout')`,
    }
    for (const [name, query] of Object.entries(texts))
      content[name] = await digestRows(client, `select * from (${query}) as rows (value)`)
    return content
  } finally {
    await client.end()
  }
}

/** What differs, as sentences. */
export function compareContent(before: Content, after: Content, where: string): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => before[name] !== after[name]).map((name) => `${name} is different ${where}`)
}

/** The content of a data folder, read by the PostgreSQL of `place`. */
export async function readFolder(place: ClusterPaths): Promise<Content> {
  const cluster = await startClusterAt(place)
  try {
    return await readContent(cluster)
  } finally {
    await cluster.stop()
  }
}

const upgradeScript = `const { openDatabase } = await import('./src/app/bootstrap.ts')
  const { readConfig } = await import('./src/shared/server/config.ts')
  const opened = await openDatabase(readConfig({ DATA_DIR: process.argv[1] }))
  await opened.close()`

/** Opens the database as a server does, without the jobs of a server, which change rows. */
function openInProcess(dataDir: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', upgradeScript, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, ended, said: () => said }
}

/** With the server, at least every second time, its PostgreSQLs are killed, too. */
async function killUpgrade(dataDir: string, afterMs: number, withPostgres: boolean): Promise<boolean> {
  const { child, ended } = openInProcess(dataDir)
  const isDone = await Promise.race([sleep(afterMs, false), ended.then(() => true)])
  child.kill('SIGKILL')
  if (withPostgres)
    for (const file of globSync('postgres*/postmaster.pid', { cwd: dataDir })) {
      try {
        process.kill(Number(readFileSync(join(dataDir, file), 'utf8').split('\n')[0]), 'SIGKILL')
      } catch {} // it has ended
    }
  await ended
  return !isDone
}

/** Of the former version, after an upgrade. */
export function findKept(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => /^postgres\.before-[\dTZ-]+$/.test(name))
    .map((name) => join(dataDir, name))
}

export const buildUpgrade = (size: string): Fault => ({
  name: 'F34',
  title: 'the data folder of a former PostgreSQL is upgraded, and the upgrade is killed at random moments',
  rounds: 20,
  run: (rounds) =>
    inFolder(async (folder) => {
      const wrong: string[] = []
      const calm = join(folder, 'calm')
      const before = await fillFormer(calm, size)
      const killed = join(folder, 'killed')
      copyFolder(calm, killed)
      const began = Date.now()
      const undisturbed = openInProcess(calm)
      if ((await undisturbed.ended) !== 0) wrong.push(undisturbed.said())
      const tookMs = Date.now() - began
      const [, megabytes = '0', seconds = '0'] = /([\d.]+) MB are copied.* in (\d+) s/.exec(undisturbed.said()) ?? []
      wrong.push(...(await examine(calm, before)))

      let kills = 0
      for (let round = 0; round < rounds; round++)
        if (await killUpgrade(killed, 200 + Math.random() * tookMs, round % 2 === 1)) kills++
      const last = openInProcess(killed)
      if ((await last.ended) !== 0) wrong.push(last.said())
      wrong.push(...(await examine(killed, before)))

      const node = startNode(await freePort(), { DATA_DIR: killed }, join(folder, 'node.log'))
      await node.ready().catch((error: Error) => wrong.push(error.message))
      await node.stop()
      return {
        figures: {
          tables: Object.keys(before).length,
          'MB of the database': megabytes,
          'seconds of an undisturbed upgrade': seconds,
          'seconds per GB': Math.round((1000 * Number(seconds)) / Number(megabytes)),
          kills,
        },
        wrong,
      }
    }),
})

/** A campus of 100,000 posts. */
export const upgrade = buildUpgrade('school')

/** With the owner of each file. */
function copyFolder(from: string, to: string) {
  const { status } = spawnSync('cp', ['-a', from, to])
  if (status !== 0) throw new Error(`${from} could not be copied.`)
}

/** The new folder and the kept one have every row, and nothing else is left. */
async function examine(dataDir: string, before: Content): Promise<string[]> {
  const wrong = compareContent(before, await readFolder(resolveClusterPaths(dataDir)), 'after the upgrade')
  const [kept, ...more] = findKept(dataDir)
  if (!kept || more.length > 0) return [...wrong, `${more.length + (kept ? 1 : 0)} former folders are kept`]
  wrong.push(...compareContent(before, await readFolder(atFolder(resolveFormer(dataDir), kept)), 'in the kept folder'))
  if (existsSync(join(dataDir, 'postgres.upgrading'))) wrong.push('postgres.upgrading is left')
  return wrong
}
