// F1, F3, F20: a server with the embedded PostgreSQL is killed, before it is ready and during writes, and terminated
// with SIGTERM.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type QuadNode, startNode } from '../tools/services.ts'
import { ask, beside, type Fault, follow, inFolder, readyAgain, signInMany } from './kit.ts'
import { checkIndexes, Ledger, verify, whileWriting } from './ledger.ts'

const pause = 60

/** Compares the ledger with the database of a server's folder, and checks its indexes. */
const verified = (folder: string, ledger: Ledger) =>
  beside(folder, async (db) => {
    const { figures, wrong } = await verify(db, ledger)
    const broken = await checkIndexes(db)
    return { figures: { ...figures, 'broken indexes': broken.length }, wrong: [...wrong, ...broken] }
  })

function killPostgres(folder: string) {
  const [pid] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
  spawnSync('kill', ['-9', pid ?? ''])
}

export const kill: Fault = {
  name: 'F1',
  title: 'kill -9 of the server, of its PostgreSQL, or of both, while people write',
  rounds: 20,
  run: (rounds) =>
    inFolder(async (folder) => {
      const data = join(folder, 'data')
      const log = join(folder, 'node.log')
      const ledger = new Ledger(folder)
      const port = await freePort()
      const restarts: number[] = []
      let node: QuadNode | undefined
      for (let round = 0; round < rounds; round++) {
        node ??= startNode(port, { DATA_DIR: data }, log)
        await node.ready()
        const writers = await signInMany(node.address, 8)
        const { address, process: server } = node
        await whileWriting(address, writers, ledger, pause, async () => {
          await sleep(300 + Math.random() * 2500)
          if (round % 3 !== 1) server.kill('SIGKILL')
          if (round % 3 !== 0) killPostgres(data)
        })
        if (round % 3 !== 1) {
          await node.ended
          node = startNode(port, { DATA_DIR: data }, log)
        }
        restarts.push(await readyAgain(address, log))
      }
      const { figures, wrong } = await verified(data, ledger)
      await node?.stop()
      return { figures: { rounds, ...figures, 'slowest return in ms': Math.max(...restarts) }, wrong }
    }),
}

export const killWhileStarting: Fault = {
  name: 'F3',
  title: 'kill -9 during the first start: initdb, migrations, seed',
  rounds: 20,
  run: (rounds) =>
    inFolder(async (folder) => {
      const wrong: string[] = []
      const port = await freePort()
      for (let round = 0; round < rounds; round++) {
        const environment = { DATA_DIR: join(folder, `data${round % 4}`) } // each folder is killed at several stages
        const first = startNode(port, environment)
        await sleep(200 + (round / rounds) * 6000)
        await first.stop('SIGKILL')
        if (round % 4 < 3 && round < rounds - 4) continue // the next kill continues with this state
        const second = startNode(port, environment)
        await second.ready().catch((error: Error) => wrong.push(`after kill ${round}: ${error.message}`))
        const code = await second.stop()
        if (code !== 0) wrong.push(`after kill ${round} it ended with ${code}`)
      }
      return { figures: { kills: rounds, 'failed starts': wrong.length }, wrong }
    }),
}

export const terminate: Fault = {
  name: 'F20',
  title: 'SIGTERM with requests in flight and open streams',
  rounds: 10,
  run: (rounds) =>
    inFolder(async (folder) => {
      const data = join(folder, 'data')
      const ledger = new Ledger(folder)
      const port = await freePort()
      const wrong: string[] = []
      const times: number[] = []
      let inFlight = 0
      for (let round = 0; round < rounds; round++) {
        const node = startNode(port, { DATA_DIR: data })
        await node.ready()
        const [reader, ...writers] = await signInMany(node.address, 5)
        if (!reader) throw new Error('The reader could not sign in')
        const stream = follow(node.address, reader, 'reconnect')
        while (stream.heard.length === 0) await sleep(20)
        // Sent concurrently, then the signal: the server must reply to every request that it has accepted.
        const texts = Array.from({ length: 24 }, () => `last words ${crypto.randomUUID()}`)
        const last = texts.map((content, index) =>
          ask(node.address, writers[index % writers.length] ?? reader, 'POST', '/api/posts', { content }),
        )
        await Promise.race(last)
        const began = Date.now()
        const code = await node.stop()
        times.push(Date.now() - began)
        for (const { status, body } of await Promise.all(last)) {
          if (status === 201) ledger.posts.push((body as { data: { id: string } }).data.id)
          else if (status !== 0) wrong.push(`in flight: ${status} ${body.error}`)
          else inFlight++
        }
        await stream.close()
        if (code !== 0) wrong.push(`it ended with ${code}`)
        if ((stream.heard.at(-1)?.body as { wait?: number } | undefined)?.wait !== 0)
          wrong.push('the stream was not sent away')
        if (spawnSync('pgrep', ['-f', join(data, 'postgres')]).stdout.length > 0)
          wrong.push('PostgreSQL was left behind')
      }
      const { figures, wrong: found } = await verified(data, ledger)
      const more = { rounds, 'not taken any more': inFlight, 'slowest end in ms': Math.max(...times) }
      return { figures: { ...figures, ...more }, wrong: [...wrong, ...found] }
    }),
}
