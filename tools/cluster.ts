// `npm run start:cluster`: two servers behind HAProxy on one PostgreSQL, one Redis and one S3 server, all on this
// machine, to try the setup of a large school. With `-- ha`, two PostgreSQLs of which one replaces the other (Patroni, etcd), behind
// PgBouncer. The data stays in DATA_DIR (./data-cluster); Ctrl-C stops everything.
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { missingPrograms } from './programs.ts'
import { type ReplicatedPostgres, replicationPrograms, startReplicatedPostgres } from './replicated-postgres.ts'
import { freePort, type QuadNode, type Service, startNode, startPostgres, startProxy, startRedis } from './services.ts'

export type Cluster = {
  readonly url: string
  readonly databaseUrl: string
  /** With `isReplicated`: the two PostgreSQLs. */
  readonly replicated: ReplicatedPostgres | undefined
  readonly redisUrl: string
  readonly nodes: readonly QuadNode[]
  /** Environment for a command that runs beside the nodes. */
  readonly environment: Readonly<Record<string, string>>
  /** Stops one node as an upgrade would, and starts it again. */
  restart(index: number): Promise<number | null>
  /** Restarts PostgreSQL while the nodes run, if it is a single one. */
  restartPostgres(): Promise<void>
  /** Kills Redis and starts an empty one after `milliseconds`. */
  loseRedis(milliseconds: number): Promise<void>
  stop(): Promise<void>
}

type ClusterOptions = {
  readonly port: number
  readonly size?: number
  readonly isReplicated?: boolean
  readonly more?: Record<string, string>
}

const singlePrograms = ['postgres', 'haproxy'] as const

/** Environment of every node, without addresses. */
const common = { DRAIN_SECONDS: '2', SECRET_KEY: 'only for trying a cluster on one machine', DEMO: '1' }

/** Starts everything in a folder and waits until the proxy has a ready node. */
export async function startCluster(
  folder: string,
  { port, size = 2, isReplicated = false, more = {} }: ClusterOptions,
): Promise<Cluster> {
  const missing = missingPrograms([...(isReplicated ? replicationPrograms : singlePrograms), 'redis-server'])
  if (missing) throw new Error(missing)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
  const running: Pick<Service, 'stop'>[] = []
  const stop = async () => {
    for (const service of running.splice(0).reverse()) await service.stop()
  }
  try {
    const ports = { postgres: await freePort(), redis: await freePort() }
    const replicated = isReplicated ? await startReplicatedPostgres(folder) : undefined
    let postgres = replicated ? undefined : await startPostgres(folder, ports.postgres)
    running.push({ stop: async () => (await (replicated ?? postgres)?.stop()) ?? null })
    const databaseUrl = (replicated ?? postgres)?.url ?? ''
    let redis = await startRedis(ports.redis)
    running.push({ stop: () => redis.stop() })
    const bucket = await startBucket(join(folder, 's3'), await freePort())
    running.push(bucket)
    const environment = (index: number) => ({
      ...common,
      ...(replicated
        ? {
            DATABASE_URL: replicated.pooler.address,
            DATABASE_DIRECT_URL: databaseUrl,
            DATABASE_REPLICA_URL: replicated.standbyUrl,
          }
        : { DATABASE_URL: databaseUrl }),
      REDIS_URL: redis.url,
      STORAGE_URL: bucket.url,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: prepareDataFolder(folder, index),
      ...more,
    })
    const log = (index: number) => join(folder, `node-${index + 1}.log`)
    const start = async (index: number, at: number) => startNode(at, environment(index), log(index))
    const nodes = await Promise.all(Array.from({ length: size }, async (_, index) => start(index, await freePort())))
    running.push({ stop: async () => (await Promise.all(nodes.map((node) => node.stop())))[0] ?? null })
    await Promise.all(nodes.map((node) => node.ready()))
    const proxy = await startProxy(folder, port, nodes)
    running.push(proxy)
    return {
      url: proxy.url,
      databaseUrl,
      replicated,
      redisUrl: redis.url,
      environment: environment(size),
      nodes,
      async restart(index) {
        const old = nodes[index]
        if (!old) throw new Error(`Unknown node ${index}`)
        const code = await old.stop()
        const fresh = await start(index, old.port)
        nodes[index] = fresh
        await fresh.ready()
        return code
      },
      async restartPostgres() {
        if (!postgres) throw new Error('Patroni restarts these PostgreSQLs.')
        await postgres.stop()
        postgres = await startPostgres(folder, ports.postgres)
      },
      async loseRedis(milliseconds) {
        await redis.stop('SIGKILL')
        await sleep(milliseconds)
        redis = await startRedis(ports.redis)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The nodes share the folder of stored mails, which the demo shows; the rest of the data folder is separate. */
function prepareDataFolder(folder: string, index: number): string {
  const own = join(folder, `node-${index + 1}`)
  mkdirSync(own, { recursive: true })
  mkdirSync(join(folder, 'mail'), { recursive: true })
  try {
    symlinkSync(join(folder, 'mail'), join(own, 'mail'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return own
}

/** An S3 server from npm, for trials only. */
async function startBucket(directory: string, port: number) {
  const { default: S3rver } = await import('@20minutes/s3rver')
  const server = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'quad', configs: [] }],
  })
  await server.run()
  const url = `s3://quad?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`
  const stop = async () => {
    await server.close()
    return null
  }
  return { url, stop }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const port = Number(process.env.PORT || 3000)
  const folder = resolve(process.env.DATA_DIR || './data-cluster')
  const isReplicated = process.argv.includes('ha')
  const cluster = await startCluster(folder, { port, isReplicated }).catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
  console.log(
    `Two servers are ready behind ${cluster.url}; sign in as in the demo, for example as ada@northfield.example.`,
  )
  for (const node of cluster.nodes) console.log(`  ${node.address} (process ${node.process.pid})`)
  for (const { name, url } of cluster.replicated?.members ?? []) console.log(`  ${name}: ${url}`)
  console.log(`  ${cluster.databaseUrl}\n  ${cluster.redisUrl}\nTheir logs are in ${folder}. Ctrl-C stops everything.`)
  const end = () => void cluster.stop().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}
