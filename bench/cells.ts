// `node bench/cells.ts`: writes per second of two cells with a processor each, of one of them alone, and of a cell whose requests all come
// to the other one first; and what the users of one cell notice when the other one is killed. Each cell has its driver on its own
// processor. Needs a machine with two processors that does nothing else.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../src/app/bootstrap.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { freePort } from '../tools/services.ts'
import { type Driven, drive } from './drive.ts'
import { listProcesses, makePeople, median, type Person, startServer } from './server.ts'

const file = fileURLToPath(import.meta.url)
const seconds = 10
const rounds = 3
const connections = 8
/** Enough that the limits of a single user do not count. */
const users = 5000

type Task = { readonly address: string; readonly people: readonly Person[] }

const toShot = (people: readonly Person[]) => (at: number) => ({
  method: 'POST' as const,
  path: '/api/posts',
  person: people[at % people.length] as Person,
  body: JSON.stringify({ content: `A post of the benchmark, ${at}` }),
})

/** A cell in a process of its own, on one processor with its server, its database and its driver. */
async function runCell() {
  const settings: Record<string, string> = JSON.parse(process.argv[3] ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'quad-bench-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
  const server = await startServer(folder, settings)
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: join(folder, 'data'), ...settings }), {
    attach: true,
  })
  const people = await makePeople(db, users)
  await close()
  const say = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`)
  say({ address: server.address, people, pid: server.pid })
  for await (const line of createInterface(process.stdin)) {
    if (line === 'stop') break
    const { address, people: writers } = JSON.parse(line) as Task
    const call = { name: 'post', shot: toShot(writers) }
    say(await drive(address, call, connections, seconds).catch((error: Error) => ({ error: error.message })))
  }
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function startCell(processor: number, settings: Record<string, string>) {
  const command = ['-c', String(processor), process.execPath, file, 'cell', JSON.stringify(settings)]
  const child: ChildProcess = spawn('taskset', command, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value ?? 'null')
  const ready: Task & { readonly pid: number } = await next()
  const send = (what: string) => child.stdin?.write(`${what}\n`)
  return {
    ...ready,
    async write(task: Task = ready): Promise<Driven> {
      send(JSON.stringify(task))
      return next()
    },
    /** Ends the server, and with it its PostgreSQL, as a loss of power would. */
    kill() {
      const all = listProcesses()
      const isBelow = (pid: number): boolean => {
        const parent = all.find((one) => one.pid === pid)?.parent
        return parent !== undefined && parent > 1 && (parent === child.pid || isBelow(parent))
      }
      for (const { pid } of all) if (isBelow(pid)) process.kill(pid, 'SIGKILL')
    },
    async stop() {
      const ended = once(child, 'exit')
      send('stop')
      await ended
    },
  }
}

const sum = (all: readonly Driven[]) => all.reduce((total, { perSecond }) => total + perSecond, 0)

async function measure() {
  const ports = [await freePort(), await freePort()]
  const CELLS = ports.map((port, index) => `cell-${index}=http://127.0.0.1:${port}`).join(' ')
  const settings = (index: number) => ({
    CELL: `cell-${index}`,
    CELLS,
    CELLS_SECRET: 'only for this benchmark, long enough',
    PORT: String(ports[index]),
    LOG_LEVEL: 'error',
  })
  const cells = [await startCell(0, settings(0)), await startCell(1, settings(1))] as const
  const [one, other] = cells
  try {
    for (const cell of cells) await cell.write() // warms up
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const alone = [await one.write(), await other.write()]
      const together = await Promise.all(cells.map((cell) => cell.write()))
      const ratio = sum(together) / (sum(alone) / 2)
      ratios.push(ratio)
      console.log(
        `alone ${alone.map(({ perSecond }) => perSecond.toFixed(0)).join(' and ')} posts/s, together ${sum(together).toFixed(0)}: ${ratio.toFixed(2)} times`,
      )
    }
    console.log(`two cells write ${median(ratios).toFixed(2)} times as much as one with half of the processors`)
    const straight = await one.write()
    const forwarded = await one.write({ address: other.address, people: one.people })
    for (const [how, { perSecond, p50, p99 }] of [
      ['straight to its cell', straight],
      ['through a server of the other cell', forwarded],
    ] as const)
      console.log(`${how}: ${perSecond.toFixed(0)} posts/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
    const writing = one.write()
    await sleep((seconds * 1000) / 3)
    other.kill()
    const { requests, refused, p99 } = await writing
    console.log(`one cell killed: ${refused} of ${requests} calls to the other failed, p99 ${p99.toFixed(1)} ms`)
  } finally {
    await Promise.all(cells.map((cell) => cell.stop()))
  }
}

if (process.argv[2] === 'cell') await runCell()
else await measure()
