// Two PostgreSQLs of which one is the primary, with Patroni and etcd, and HAProxy and PgBouncer in front of them, all on loopback in one
// folder. They run with the configurations of `deploy`, with other addresses and without passwords.
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findProgram, type Program } from './programs.ts'
import { account, freePort, type Pooler, run, type Service, startPooler, until } from './services.ts'

export const replicationPrograms: readonly Program[] = ['postgres', 'patroni', 'etcd', 'pgbouncer', 'haproxy']

/** One PostgreSQL and its Patroni. */
export type Member = {
  readonly name: string
  /** Its database, whether it is the primary or not. */
  readonly url: string
  /** Starts Patroni, which starts PostgreSQL or adopts one that runs. */
  start(): void
  /** What its Patroni itself says. */
  hasRole(role: 'primary' | 'synchronous'): Promise<boolean>
  /** Ends processes without letting them clean up: PostgreSQL, its Patroni, or both as when a machine fails. */
  kill(what: 'postgres' | 'patroni' | 'both'): Promise<void>
  /** Tells Patroni to make the other one the primary. */
  switchOver(to: string): Promise<void>
  stop(): Promise<void>
}

export type ReplicatedPostgres = {
  /** The primary, through HAProxy. */
  readonly url: string
  /** The standby, through HAProxy. */
  readonly standbyUrl: string
  readonly pooler: Pooler
  readonly members: readonly Member[]
  /** Waits for a primary with a synchronous standby, and returns both. */
  complete(): Promise<{ primary: Member; standby: Member }>
  /** Name of the primary, if there is one. */
  findPrimary(): Promise<string | undefined>
  stop(): Promise<void>
}

const startTimeoutMs = 120_000

export async function startReplicatedPostgres(folder: string): Promise<ReplicatedPostgres> {
  const own = join(folder, 'replicated')
  for (const path of [own, join(own, 'etcd')]) prepareFolder(path)
  const running: { stop(): Promise<unknown> }[] = []
  const stop = async () => {
    for (const service of running.splice(0).reverse()) await service.stop()
  }
  try {
    const store = await startEtcd(own, await freePort(), await freePort())
    running.push(store)
    const addresses = await Promise.all(
      ['pg1', 'pg2'].map(async (name) => ({ name, port: await freePort(), rest: await freePort() })),
    )
    const members = addresses.map((address) => defineMember(own, address, store.port))
    const state = () => readState(addresses.map(({ rest }) => rest))
    const findMember = (name: string | undefined) => members.find((member) => member.name === name)
    const complete = async () => {
      const deadline = Date.now() + startTimeoutMs
      for (;;) {
        const { primary, standby } = await state()
        const [one, other] = [findMember(primary), findMember(standby)]
        // After a start, the list still shows the roles that the members had before.
        if (one && other && (await one.hasRole('primary')) && (await other.hasRole('synchronous')))
          return { primary: one, standby: other }
        if (Date.now() > deadline)
          throw new Error(`The standby is not complete: see the logs of Patroni and PostgreSQL in ${own}.`)
        await sleep(200)
      }
    }
    for (const member of members) {
      running.push(member)
      member.start()
    }
    const { primary } = await complete()
    await createDatabase(primary.url)
    const [port, standbyPort] = [await freePort(), await freePort()]
    running.push(await startDatabaseProxy(own, { port, standbyPort }, addresses))
    const pooler = await startPooler(own, { port, databases: ['quad'] })
    running.push(pooler)
    const toUrl = (proxied: number) => `postgres://quad@127.0.0.1:${proxied}/quad`
    return {
      url: toUrl(port),
      standbyUrl: toUrl(standbyPort),
      pooler,
      members,
      complete,
      findPrimary: async () => (await state()).primary,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type MemberAddress = { readonly name: string; readonly port: number; readonly rest: number }

function prepareFolder(path: string) {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  if (account !== undefined) chownSync(path, account, account)
}

async function startEtcd(folder: string, port: number, peerPort: number) {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const words = Object.entries({
    name: 'quad',
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `quad=${peer}`,
    'force-new-cluster': 'true', // the ports are others at each start
  }).map(([name, value]) => `--${name}=${value}`)
  const log = join(folder, 'etcd.log')
  const service = run(findProgram('etcd') ?? 'etcd', words, { log, uid: account })
  await until(`etcd on port ${port}`, service, () => isHealthy(`${client}/health`), log)
  return { ...service, port }
}

const isHealthy = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

function defineMember(folder: string, { name, port, rest }: MemberAddress, storePort: number): Member {
  const data = join(folder, name)
  const file = join(folder, `${name}.yaml`)
  writeFileSync(file, toPatroniConfiguration({ name, port, rest }, { folder, data, storePort }))
  let patroni: Service | undefined
  const killPostgres = () => {
    const pid = readServerPid(data)
    if (pid) signal(pid, 'SIGKILL')
  }
  return {
    name,
    url: `postgres://quad@127.0.0.1:${port}/quad`,
    start() {
      patroni = run(findProgram('patroni') ?? 'patroni', [file], { log: join(folder, `${name}.log`), uid: account })
    },
    hasRole: (role) => isHealthy(`http://127.0.0.1:${rest}/${role}`),
    async kill(what) {
      if (what !== 'postgres') await patroni?.stop('SIGKILL')
      if (what !== 'patroni') killPostgres()
    },
    async switchOver(to) {
      const body = JSON.stringify({ leader: name, candidate: to })
      const response = await fetch(`http://127.0.0.1:${rest}/switchover`, { method: 'POST', body })
      if (!response.ok) throw new Error(`Patroni refused to switch over: ${await response.text()}`)
    },
    async stop() {
      await patroni?.stop()
      const pid = readServerPid(data) // it outlives a Patroni that was killed
      if (pid) signal(pid, 'SIGQUIT')
      for (let tries = 0; tries < 100 && readServerPid(data); tries++) await sleep(100)
    },
  }
}

/** The process id of the PostgreSQL that runs on these data. */
function readServerPid(data: string): number | undefined {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined
  } catch {
    return undefined // a file that a killed one left behind
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {} // it has just ended
}

function toPatroniConfiguration(
  { name, port, rest }: MemberAddress,
  { folder, data, storePort }: { folder: string; data: string; storePort: number },
): string {
  const bin = dirname(findProgram('postgres') ?? '')
  return replaceAll('patroni.yaml', [
    [/^name: pg1$/m, `name: ${name}`],
    [/listen: 0\.0\.0\.0:8008/, `listen: 127.0.0.1:${rest}`],
    [/connect_address: 10\.0\.0\.1:8008/, `connect_address: 127.0.0.1:${rest}`],
    [/hosts: 10.*/, `hosts: 127.0.0.1:${storePort}`],
    [/auth-host: scram-sha-256\n\s+- auth-local: peer/, 'auth: trust'],
    [/listen: 0\.0\.0\.0:5432/, `listen: 127.0.0.1:${port}`],
    [/connect_address: 10\.0\.0\.1:5432/, `connect_address: 127.0.0.1:${port}`],
    [/data_dir: .*/, `data_dir: ${data}`],
    [/bin_dir: .*/, `bin_dir: ${bin}`],
    [/pgpass: .*/, `pgpass: ${join(folder, `${name}.pgpass`)}`],
    [/unix_socket_directories: .*/, "unix_socket_directories: ''"],
    [/ {4}- local all postgres peer\n/, ''],
    [/host all all .*/, 'host all all 127.0.0.1/32 trust'],
    [/host replication replicator .*/, 'host replication replicator 127.0.0.1/32 trust'],
    [/mode: automatic/, "mode: 'off'"],
  ])
}

/** A file of `deploy` with other addresses. Throws for a line that the file does not have. */
function replaceAll(file: string, changes: readonly (readonly [RegExp, string])[]): string {
  const shipped = readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8')
  return changes.reduce((text, [found, replacement]) => {
    if (!found.test(text)) throw new Error(`deploy/${file} has no ${found}`)
    return text.replace(found, replacement)
  }, shipped)
}

async function startDatabaseProxy(
  folder: string,
  { port, standbyPort }: { readonly port: number; readonly standbyPort: number },
  members: readonly MemberAddress[],
) {
  const file = join(folder, 'haproxy-postgres.cfg')
  const servers = members.map((member) => `\tserver ${member.name} 127.0.0.1:${member.port} port ${member.rest}\n`)
  writeFileSync(
    file,
    replaceAll('haproxy-postgres.cfg', [
      [/bind 127\.0\.0\.1:5433/, `bind 127.0.0.1:${port}`],
      [/bind 127\.0\.0\.1:5434/, `bind 127.0.0.1:${standbyPort}`],
      [/(\tserver pg.*\n)+/g, servers.join('')],
    ]),
  )
  const service = run(findProgram('haproxy') ?? 'haproxy', ['-f', file, '-db'], {
    log: join(folder, 'haproxy-postgres.log'),
  })
  // Until its first checks fail, HAProxy takes each server for the primary.
  let writable = 0
  await until(`HAProxy on port ${port}`, service, async () => {
    writable = (await acceptsWrites(`postgres://quad@127.0.0.1:${port}/quad`)) ? writable + 1 : 0
    return writable === minWritable
  })
  return service
}

/** Connections in turn, each to the next server: over a second, twice the time of the checks. */
const minWritable = 20

async function acceptsWrites(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000, query_timeout: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    return rows[0]?.transaction_read_only === 'off'
  } catch {
    return false
  } finally {
    client.end().catch(() => {})
  }
}

type ClusterState = { readonly primary?: string | undefined; readonly standby?: string | undefined }

/** What the first Patroni that replies says. A standby counts when commits wait for it. */
async function readState(ports: readonly number[]): Promise<ClusterState> {
  for (const port of ports) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/cluster`, { signal: AbortSignal.timeout(1000) })
      const { members } = (await response.json()) as { members: { name: string; role: string; state: string }[] }
      const findRole = (role: string) => members.find((member) => member.role === role && isRunning(member))?.name
      return { primary: findRole('leader'), standby: findRole('sync_standby') }
    } catch {}
  }
  return {}
}

const isRunning = ({ state }: { state: string }) => state === 'running' || state === 'streaming'

/** As an operator would: Quad's account owns its database and is not a superuser. */
async function createDatabase(url: string) {
  const client = new pg.Client(url.replace(/quad@(.*)\/quad$/, 'postgres@$1/postgres'))
  await client.connect()
  const { rowCount } = await client.query(`select from pg_database where datname = 'quad'`)
  if (rowCount === 0) {
    await client.query('create role quad login in role pg_monitor')
    await client.query(`create database quad owner quad encoding 'UTF8' locale 'C.UTF-8' template template0`)
  }
  await client.end()
}
