// PostgreSQL, Redis, an S3 server, nodes of Quad and a proxy on this machine, each in its own process, for `npm run
// start:cluster` and for the fault tests.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type PoolerSettings, poolKinds, toPoolerEntry, toPoolerSettings } from '../src/shared/server/db/pooler.ts'
import { findProgram, type Program } from './programs.ts'

export type Service = {
  readonly process: ChildProcess
  /** Settles with the exit code, null after a signal. */
  readonly ended: Promise<number | null>
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** PostgreSQL alone refuses to run as root; it then runs as `nobody`. */
export const account = process.getuid?.() === 0 ? 65534 : undefined

/** On Linux, the services end when this process ends for any reason. */
const tied = spawnSync('setpriv', ['--version']).status === 0 ? ['setpriv', '--pdeathsig', 'TERM'] : []

export function run(command: string, args: readonly string[], { log, env, uid }: RunOptions): Service {
  const out = log ? openSync(log, 'a') : 'ignore'
  const [program = command, ...rest] = [...tied, command, ...args]
  const child = spawn(program, rest, {
    detached: true, // this process handles Ctrl-C and stops the services in the right order
    env: env ?? { PATH: process.env.PATH },
    stdio: ['ignore', out, out],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  if (typeof out === 'number') closeSync(out)
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return {
    process: child,
    ended,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

type RunOptions = { log?: string | undefined; env?: NodeJS.ProcessEnv; uid?: number | undefined }

const programOrThrow = (name: Program): string => {
  const path = findProgram(name)
  if (!path) throw new Error(`${name} is not installed.`)
  return path
}

/** Debian's PostgreSQL in a folder, initialized the first time, with an empty database `quad`. */
export async function startPostgres(
  folder: string,
  port: number,
  settings: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
) {
  const postgres = programOrThrow('postgres')
  const data = join(folder, 'postgres')
  mkdirSync(folder, { recursive: true })
  const uid = account
  if (!spawnIsDone(data)) {
    mkdirSync(data, { mode: 0o700 })
    if (uid !== undefined) chownSync(data, uid, uid)
    const options = ['-D', data, '-A', 'trust', '-U', 'quad', '-E', 'UTF8', '--locale=C.UTF-8']
    const { status, stderr } = spawnSync(join(dirname(postgres), 'initdb'), options, {
      cwd: data,
      encoding: 'utf8',
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    if (status !== 0) throw new Error(`initdb: ${stderr}`)
  }
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
  const service = run(postgres, ['-D', data, ...all.flatMap((setting) => ['-c', setting])], {
    log: join(folder, 'postgres.log'),
    env: { PATH: process.env.PATH, ...environment },
    uid,
  })
  const url = `postgres://quad@127.0.0.1:${port}`
  await until(`PostgreSQL on port ${port}`, service, async () => {
    const client = new pg.Client(`${url}/postgres`)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rowCount } = await client.query(`select from pg_database where datname = 'quad'`)
      if (rowCount === 0) await client.query('create database quad')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  })
  return { ...service, url: `${url}/quad`, stop: (signal: NodeJS.Signals = 'SIGINT') => service.stop(signal) }
}

const spawnIsDone = (data: string) => spawnSync('test', ['-f', join(data, 'PG_VERSION')]).status === 0

/** Copies a running PostgreSQL into a folder, in which `startPostgres` then starts its standby. */
export function copyPostgres(url: string, folder: string): void {
  const data = join(folder, 'postgres')
  mkdirSync(folder, { recursive: true })
  mkdirSync(data, { mode: 0o700 })
  if (account !== undefined) chownSync(data, account, account)
  const program = join(dirname(programOrThrow('postgres')), 'pg_basebackup')
  const options = ['-D', data, '-d', url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  const { status, stderr } = spawnSync(program, options, {
    cwd: data,
    encoding: 'utf8',
    ...(account === undefined ? {} : { uid: account, gid: account }),
  })
  if (status !== 0) throw new Error(`pg_basebackup: ${stderr}`)
}

export type Pooler = Service & PoolerSettings

/** PgBouncer in transaction mode in front of a PostgreSQL, in which each of these databases has the entries of Quad. */
export async function startPooler(
  folder: string,
  { port, databases }: { port: number; databases: readonly string[] },
  at?: number,
): Promise<Pooler> {
  const own = at ?? (await freePort())
  const file = join(folder, 'pgbouncer.ini')
  const entries = databases.flatMap((database) =>
    poolKinds.map((kind) => toPoolerEntry(kind, database, `host=127.0.0.1 port=${port} user=quad`)),
  )
  const log = join(folder, 'pgbouncer.log')
  const program = programOrThrow('pgbouncer')
  const hasNamedStatements = knowsNamedStatements(program)
  writeFileSync(file, toPoolerConfiguration(own, entries, hasNamedStatements))
  const service = run(program, [file], { log, uid: account })
  await until(`PgBouncer on port ${own}`, service, () => answers(own), log)
  const search = hasNamedStatements ? `?${namedStatements}` : ''
  return { ...service, ...toPoolerSettings(`postgres://quad@127.0.0.1:${own}/${databases[0]}${search}`) }
}

const namedStatements = 'max_prepared_statements=200'

/** PgBouncer from 1.21 on. Debian 12 has 1.18. */
export function knowsNamedStatements(program: string): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const [, major = 0, minor = 0] = (/^PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []).map(Number)
  return major > 1 || (major === 1 && minor >= 21)
}

/** What docs/operations.md advises, on loopback and without passwords. */
const toPoolerConfiguration = (port: number, entries: readonly string[], hasNamedStatements: boolean) => `[databases]
${entries.join('\n')}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
query_wait_timeout = 5
server_login_retry = 1
server_connect_timeout = 2
${hasNamedStatements ? namedStatements : ''}
`

export async function startRedis(port: number, settings: readonly string[] = []) {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings]
  const service = run(programOrThrow('redis-server'), options, {})
  await until(`Redis on port ${port}`, service, () => answers(port))
  return { ...service, url: `redis://127.0.0.1:${port}` }
}

/** A Quad server. `ready` settles when it responds; fault tests may disturb it before that. */
export function startNode(port: number, environment: Record<string, string>, log?: string) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    LOG_LEVEL: 'error',
    DEMO: '1', // required with a DATABASE_URL
    ...environment,
  }
  const service = run(process.execPath, ['--max-semi-space-size=8', 'src/app/main.ts'], { log, env })
  const address = `http://127.0.0.1:${port}`
  return { ...service, port, address, ready: () => until(`Quad on port ${port}`, service, () => isReady(address), log) }
}

export type QuadNode = ReturnType<typeof startNode>

/** HAProxy in front of some nodes, as in docs/operations.md: a node that is not ready gets no new requests. */
export async function startProxy(folder: string, port: number, nodes: readonly { readonly port: number }[]) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, proxyConfiguration(port, nodes))
  const service = run(programOrThrow('haproxy'), ['-f', file, '-db'], { log: join(folder, 'haproxy.log') })
  await until(`HAProxy on port ${port}`, service, () => answers(port))
  return {
    ...service,
    url: `http://localhost:${port}`,
    stop: (signal: NodeJS.Signals = 'SIGTERM') => service.stop(signal),
  }
}

/** The configuration that is shipped, without TLS and on loopback. */
function proxyConfiguration(port: number, nodes: readonly { readonly port: number }[]): string {
  const servers = (isBackup: (index: number) => boolean) =>
    nodes.map((node, index) => `\tserver node${index + 1} 127.0.0.1:${node.port}${isBackup(index) ? ' backup' : ''}\n`)
  const changes: [RegExp, string][] = [
    [/^frontend redirect\n(\t.*\n)+/m, ''],
    [/\tmaxconn .*\n/, ''],
    [/\tbind :443 .*\n/, `\tbind 127.0.0.1:${port}\n\tbind [::1]:${port}\n`],
    [/\t.* X-Forwarded-Proto https\n/, ''],
    [/\tdefault_backend /, '\tuse_backend provider if { path_beg /idp/ }\n$&'],
    [/inter 1s/, 'inter 300ms'],
    [/(\tserver quad-.*\n)+/, servers(() => false).join('')],
  ]
  const configuration = change('haproxy.cfg', changes)
  // Only for the demo: its identity provider lives in the memory of one node, and refuses what a proxy says it passed on.
  const provider = [
    '\toption httpchk GET /readyz\n\tdefault-server check inter 300ms\n',
    ...servers((index) => index > 0),
  ]
  return `${configuration}\nbackend provider\n${provider.join('')}`
}

type NginxSettings = {
  readonly port: number
  readonly nodes: readonly { readonly port: number }[]
  /** The folder of the uploads, which nginx sends for the nodes. */
  readonly files?: string
  /** Host and port of the store of the uploads. */
  readonly store?: string
}

/** nginx in front of some nodes, with the configuration that is shipped. */
export async function startNginx(folder: string, settings: NginxSettings) {
  const { port } = settings
  const own = join(folder, 'nginx')
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'nginx.conf'), nginxConfiguration(own, settings))
  const log = join(own, 'start.log')
  const service = run(programOrThrow('nginx'), ['-p', own, '-c', 'nginx.conf', '-e', log], { log })
  await until(`nginx on port ${port}`, service, () => answers(port), log)
  return { ...service, url: `http://127.0.0.1:${port}`, stop: () => service.stop('SIGTERM') }
}

/** The configuration that is shipped, without TLS and on loopback. */
function nginxConfiguration(folder: string, { port, nodes, files = folder, store }: NginxSettings): string {
  const changes: [RegExp, string][] = [
    [/^server \{\n\tlisten 80;\n(\t.*\n)+\}\n/m, ''],
    [/\tlisten 443 .*\n/, `\tlisten 127.0.0.1:${port};\n`],
    [/(\tssl_.*\n)+/, ''],
    [/\/var\/log\/nginx\/quad-error\.log/, join(folder, 'error.log')],
    [/alias .*;/, `alias ${files}/;`],
    [/proxy_pass http:\/\/127\.0\.0\.1:3900/, `proxy_pass http://${store ?? '127.0.0.1:9'}`],
    [/(\tserver 127\..*\n)+/, nodes.map((node) => `\tserver 127.0.0.1:${node.port} max_fails=0;\n`).join('')],
  ]
  const http = change('nginx.conf', changes)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  // As root, nginx would otherwise use an account that cannot read the folder of a test.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  return `${user}daemon off;\npid ${join(folder, 'pid')};\nworker_processes 1;\nevents { worker_connections 1000; }
http {\naccess_log off;\nsendfile on;\n${temporary.join('\n')}\n${http}}\n`
}

/** A configuration of `deploy` with these changes; each of them must apply. */
const change = (file: string, changes: readonly (readonly [RegExp, string])[]) =>
  changes.reduce(
    (text, [found, replacement]) => {
      if (!found.test(text)) throw new Error(`deploy/${file} has no ${found}`)
      return text.replace(found, replacement)
    },
    readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8'),
  )

/** True when a server reports that it is ready. */
export const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

/** Waits until a condition holds; throws immediately when the service ends first. */
export async function until(what: string, service: Service, isSo: () => Promise<boolean>, log?: string) {
  const lastWords = () => (log ? ` It said last: ${readFileSync(log, 'utf8').slice(-1000)}` : '')
  const deadline = Date.now() + 120_000
  while (!(await isSo())) {
    const { exitCode, signalCode } = service.process
    if (exitCode !== null || signalCode !== null)
      throw new Error(`${what} ended with ${exitCode ?? signalCode} before it answered.${lastWords()}`)
    if (Date.now() > deadline) throw new Error(`${what} did not answer.${lastWords()}`)
    await sleep(50)
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** An unused port below the ephemeral ports. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.on('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
