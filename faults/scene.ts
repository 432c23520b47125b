// Two servers behind a proxy, for the faults that need them.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, openDb } from '../src/shared/server/db/pools.ts'
import { type Cluster, startCluster } from '../tools/cluster.ts'
import { freePort } from '../tools/services.ts'
import { ask, follow, inFolder, newFolder, type Outcome, removeFolder, signIn, type Writer } from './kit.ts'
import { Ledger } from './ledger.ts'

export type Scene = { readonly cluster: Cluster; readonly db: Db; readonly folder: string; readonly ledger: Ledger }

const shared: { scene?: Promise<Scene> } = {}

/** A cluster for one fault, or the shared one of `keepOneCluster`. */
export async function onCluster(work: (scene: Scene) => Promise<Outcome>): Promise<Outcome> {
  const scene = await shared.scene
  if (scene) return work({ ...scene, ledger: new Ledger(scene.folder) })
  return inFolder(async (folder) => {
    const own = await open(folder)
    try {
      return await work(own)
    } finally {
      await close(own)
    }
  })
}

async function open(folder: string): Promise<Scene> {
  const cluster = await startCluster(join(folder, 'cluster'), { port: await freePort() })
  return { cluster, db: openDb(cluster.databaseUrl, { max: 3 }), folder, ledger: new Ledger(folder) }
}

async function close({ cluster, db }: Scene) {
  await db.destroy()
  await cluster.stop()
}

/** Runs all further faults on one cluster, until it is closed. */
export async function keepOneCluster(): Promise<() => Promise<void>> {
  const folder = newFolder()
  shared.scene = open(folder)
  const scene = await shared.scene
  return async () => {
    delete shared.scene
    await close(scene)
    removeFolder(folder)
  }
}

/** Slightly above the rate limit per user and minute. */
const eventsOfOne = 100

/** Users write on one server, one after the other, while another user's stream is on the other server. */
export async function crossing({ cluster, events }: { cluster: Cluster; events: number }) {
  const [north, south] = cluster.nodes
  if (!north || !south) throw new Error('There are not two servers.')
  const unique = Date.now()
  const reader = await signIn(cluster.url, `south${unique}@northfield.example`)
  const writers: Writer[] = []
  while (writers.length < events / eventsOfOne)
    writers.push(await signIn(cluster.url, `north${unique}-${writers.length}@northfield.example`))
  const post = await ask(south.address, reader, 'POST', '/api/posts', { content: 'Say something' })
  const { id } = (post.body as { data: { id: string } }).data
  const stream = follow(south.address, reader, 'post.commented', id)
  const opened = Date.now()
  while (stream.opened() === 0 && Date.now() - opened < 20_000) await sleep(20)
  const times: number[] = []
  let sent = 0
  for (; sent < events; sent++) {
    const began = Date.now()
    const writer = writers[Math.floor(sent / eventsOfOne)] ?? never()
    const comment = { post_id: id, content: `number ${sent}` }
    const { status } = await ask(north.address, writer, 'POST', '/api/comments', comment)
    if (status !== 201) break
    while (stream.heard.length <= sent && Date.now() - began < 5000) await sleep(2)
    times.push(Date.now() - began)
  }
  await stream.close()
  return { sent, ...compared(stream.heard, sent), times }
}

/** Every comment increments the count, so each number must arrive once and in order. */
export function compared(heard: readonly { body: never }[], sent: number) {
  const counts = heard.map(({ body }) => (body as { comments_count: number }).comments_count)
  const twice = counts.length - new Set(counts).size
  const lost = Array.from({ length: sent }, (_, index) => index + 1).filter((count) => !counts.includes(count)).length
  return {
    lost,
    twice,
    disordered: counts.filter((count, index) => index > 0 && count < (counts[index - 1] ?? 0)).length,
  }
}

export const never = (): never => {
  throw new Error('A user of this scene could not sign in')
}
