// F2, F5: an external PostgreSQL under kill -9, and two servers on one folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb } from '../src/shared/server/db/pools.ts'
import { freePort, startNode, startPostgres } from '../tools/services.ts'
import { beside, type Fault, inFolder, readyAgain, signInMany } from './kit.ts'
import { checkIndexes, Ledger, verify, whileWriting } from './ledger.ts'

const pause = 60
/** Time within which a second server explains why it can't start, on an otherwise idle machine. */
const refusalDeadline = 2000

export const killOwn: Fault = {
  name: 'F2',
  title: 'kill -9 of the server, of a PostgreSQL of its own, or of both, while people write',
  rounds: 40,
  run: (rounds) =>
    inFolder(async (folder) => {
      const ledger = new Ledger(folder)
      const ports = { postgres: await freePort(), node: await freePort() }
      let postgres = await startPostgres(folder, ports.postgres)
      const environment = { DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url, SECRET_KEY: 'k'.repeat(40) }
      let node = startNode(ports.node, environment)
      const returns: number[] = []
      try {
        for (let round = 0; round < rounds; round++) {
          await node.ready()
          const writers = await signInMany(node.address, 8)
          const [server, database] = [round % 4 !== 2, round % 4 >= 2] // 2 : 1 : 1
          await whileWriting(node.address, writers, ledger, pause, async () => {
            await sleep(300 + Math.random() * 1500)
            if (server) node.process.kill('SIGKILL')
            if (database) postgres.process.kill('SIGKILL')
          })
          const began = Date.now()
          if (database) postgres = await startAgain(folder, ports.postgres, postgres)
          if (server) {
            await node.ended
            node = startNode(ports.node, environment)
          }
          await readyAgain(node.address)
          returns.push(Date.now() - began)
        }
        const db = openDb(postgres.url, { max: 2 })
        const { figures, wrong } = await verify(db, ledger)
        const broken = await checkIndexes(db)
        await db.destroy()
        const more = { rounds, 'broken indexes': broken.length, 'slowest return in ms': Math.max(...returns) }
        return { figures: { ...figures, ...more }, wrong: [...wrong, ...broken] }
      } finally {
        await node.stop()
        await postgres.stop()
      }
    }),
}

/** A killed PostgreSQL leaves processes that end after a while; retries like a service manager until it starts. */
async function startAgain(folder: string, port: number, { ended }: Awaited<ReturnType<typeof startPostgres>>) {
  await ended
  for (let tries = 0; ; tries++) {
    try {
      return await startPostgres(folder, port)
    } catch (error) {
      if (tries === 20) throw error
      await sleep(300)
    }
  }
}

export const twoOnOneFolder: Fault = {
  name: 'F5',
  title: 'a second server on the folder of a running one, and stale locks',
  rounds: 5,
  run: (rounds) =>
    inFolder(async (folder) => {
      const data = join(folder, 'data')
      const ledger = new Ledger(folder)
      const wrong: string[] = []
      const refusals: number[] = []
      const others: ChildProcess[] = []
      for (let round = 0; round < rounds; round++) {
        const first = startNode(await freePort(), { DATA_DIR: data })
        await first.ready()
        const writers = await signInMany(first.address, 4)
        await whileWriting(first.address, writers, ledger, pause, async () => {
          const log = join(folder, `second-${round}.log`)
          const began = Date.now()
          const code = await startNode(await freePort(), { DATA_DIR: data }, log).ended
          refusals.push(Date.now() - began)
          if (code !== 1 || !readFileSync(log, 'utf8').includes('Another Quad is using'))
            wrong.push(`the second one ended with ${code}: ${readFileSync(log, 'utf8').slice(0, 200)}`)
        })
        if (ledger.failures.length > 0) wrong.push(`the first one suffered: ${ledger.failures[0]}`)
        const lock = readFileSync(toLockPath(data), 'utf8').split('\n')
        await first.stop('SIGKILL')
        if (round % 2 === 1) others.push(await leaveForeignLock(data, lock))
      }
      const last = startNode(await freePort(), { DATA_DIR: data })
      await last.ready().catch((error: Error) => wrong.push(error.message))
      const { figures, wrong: found } = await beside(data, (db) => verify(db, ledger))
      await last.stop()
      for (const other of others) other.kill()
      const slowest = Math.max(...refusals)
      if (slowest > refusalDeadline)
        wrong.push('a refusal took longer than it may on a machine with nothing else to do')
      return { figures: { rounds, ...figures, 'slowest refusal in ms': slowest }, wrong: [...wrong, ...found] }
    }),
}

export const toLockPath = (data: string) => join(data, 'postgres/postmaster.pid')

/** As after a power failure: PostgreSQL's lock file names a process of another program. */
async function leaveForeignLock(data: string, lines: readonly string[]): Promise<ChildProcess> {
  // PostgreSQL ends by itself when its server was killed, and removes its lock file.
  for (let tries = 0; tries < 100 && existsSync(toLockPath(data)); tries++) await sleep(100)
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {} // the account that PostgreSQL runs as
  const other = spawn('sleep', ['300'], { ...account, stdio: 'ignore' })
  writeFileSync(toLockPath(data), [other.pid, ...lines.slice(1)].join('\n'))
  return other
}
