// F33: the primary PostgreSQL or its Patroni is killed while people write, and its synchronous standby replaces it.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDb } from '../src/shared/server/db/pools.ts'
import { type Cluster, startCluster } from '../tools/cluster.ts'
import type { Member, ReplicatedPostgres } from '../tools/replicated-postgres.ts'
import { freePort, isReady, type QuadNode, startNode } from '../tools/services.ts'
import { type Fault, inFolder, signIn, signInMany, type Writer } from './kit.ts'
import { Ledger, verify, whileWriting } from './ledger.ts'
import { never } from './scene.ts'

const maxGapMs = 10_000
const maxUnreadyMs = 2000
const completeRounds = 20
const victims = ['both', 'postgres', 'patroni'] as const

export const failover: Fault = {
  name: 'F33',
  title: 'the primary PostgreSQL, its Patroni, or both are killed while people write through PgBouncer',
  rounds: completeRounds,
  run: (rounds) =>
    inFolder(async (folder) => {
      const cluster = await startCluster(join(folder, 'cluster'), { port: await freePort(), isReplicated: true })
      const replicated = cluster.replicated ?? never()
      const ledger = new Ledger(folder)
      const wrong: string[] = []
      try {
        // A short run, among other tests on a busy machine, judges what is lost, not the times.
        const isTimed = rounds >= completeRounds
        const demoted = await demote(cluster, replicated, join(folder, 'alone'))
        wrong.push(...demoted.wrong)
        if (isTimed && demoted.unreadyMs > maxUnreadyMs)
          wrong.push(`a demoted node was ready for ${demoted.unreadyMs} ms`)
        // So many, and so slow, that none of them reaches the limit of 200 posts per day.
        const writers = await signInMany(cluster.url, 24)
        const promotions: number[] = []
        await whileWriting(cluster.url, writers, ledger, 3000, async () => {
          for (let round = 0; round < rounds; round++) {
            await sleep(1000 + Math.random() * 2000)
            promotions.push(await failOver(replicated, victims[round % victims.length] ?? 'both'))
          }
          await sleep(3000) // the gap after the last one ends
        })
        const acknowledged = ledger.times.length
        const maxGapBetweenMs = ledger.maxGapBetweenMs
        if (isTimed && maxGapBetweenMs > maxGapMs) wrong.push(`no write was acknowledged for ${maxGapBetweenMs} ms`)
        const others = ledger.failures.filter((line) => !/ (503|0) /.test(line))
        wrong.push(...others)
        const { primary } = await replicated.complete()
        const db = openDb(primary.url, { max: 2 })
        const { figures, wrong: found } = await verify(db, ledger)
        await db.destroy()
        const more = {
          failovers: promotions.length,
          calls: ledger.calls,
          'answered 503, or not at all': ledger.failures.length - others.length,
          'longest time without an acknowledged write in ms': maxGapBetweenMs,
          'slowest promotion in ms': Math.max(...promotions),
          'a demoted node is unready after ms': demoted.unreadyMs,
        }
        if (acknowledged < rounds * 10) wrong.push(`only ${acknowledged} writes were acknowledged`)
        return { figures: { ...figures, ...more }, wrong: [...wrong, ...found] }
      } finally {
        await cluster.stop()
      }
    }),
}

/** Kills and waits for the other one, then lets the killed one return as the standby. Returns the time to the promotion. */
async function failOver(replicated: ReplicatedPostgres, what: (typeof victims)[number]): Promise<number> {
  const { primary, standby } = await replicated.complete()
  const began = Date.now()
  await primary.kill(what)
  while ((await replicated.findPrimary()) !== standby.name) {
    if (Date.now() - began > 60_000) throw new Error(`${standby.name} was not promoted after the kill of ${what}.`)
    await sleep(50)
  }
  const promotedMs = Date.now() - began
  if (what !== 'postgres') primary.start()
  await replicated.complete()
  return promotedMs
}

/** A server that is connected to the primary itself, which becomes the standby: how long it takes until it is unready. */
async function demote({ url, environment }: Cluster, replicated: ReplicatedPostgres, folder: string) {
  const { primary, standby } = await replicated.complete()
  const { DATABASE_DIRECT_URL: _direct, ...own } = environment
  const node = startNode(await freePort(), { ...own, DATABASE_URL: primary.url, DATA_DIR: folder })
  const wrong: string[] = []
  try {
    await node.ready()
    const writer = await signIn(url, 'demoted@northfield.example')
    const demotedAt = watchDemotion(primary)
    const unreadyAt = watchReadiness(node)
    await primary.switchOver(standby.name)
    const unreadyMs = Math.max(0, (await unreadyAt) - (await demotedAt))
    await replicated.complete()
    wrong.push(...(await writeToStandby(node, writer)))
    return { unreadyMs, wrong }
  } finally {
    await node.stop()
  }
}

async function writeToStandby(node: QuadNode, { cookie }: Writer): Promise<string[]> {
  const wrong: string[] = []
  if (await isReady(node.address)) wrong.push('a server is ready on a standby')
  const headers = { cookie, 'content-type': 'application/json' }
  const body = JSON.stringify({ content: 'to a standby' })
  const { status, headers: sent } = await fetch(`${node.address}/api/posts`, { method: 'POST', headers, body })
  if (status !== 503 || !sent.get('retry-after')) wrong.push(`a write to a standby was answered ${status}`)
  return wrong
}

/** The time at which the primary accepts no writes any more. */
async function watchDemotion({ url }: Member): Promise<number> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 500, query_timeout: 500 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      if (rows[0]?.standby) return Date.now()
    } catch {
      return Date.now()
    } finally {
      client.end().catch(() => {})
    }
    await sleep(20)
  }
}

async function watchReadiness({ address }: QuadNode): Promise<number> {
  while (await isReady(address)) await sleep(20)
  return Date.now()
}
