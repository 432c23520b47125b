// One server with a separate PostgreSQL, for faults that measure its resources and response times.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, type QuadNode, startNode, startPostgres } from '../tools/services.ts'
import { ask, inFolder, type Outcome, signIn, type Writer } from './kit.ts'

/** One server with a separate PostgreSQL, and a signed-in user. */
export async function onServer(
  work: (scene: { node: QuadNode; databaseUrl: string; ada: Writer }) => Promise<Outcome>,
): Promise<Outcome> {
  return inFolder(async (folder) => {
    const postgres = await startPostgres(folder, await freePort())
    const environment = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data'), SECRET_KEY: 'k'.repeat(40) }
    const node = startNode(await freePort(), environment)
    try {
      await node.ready()
      const ada = await signIn(node.address, 'ada@northfield.example')
      return await work({ node, databaseUrl: postgres.url, ada })
    } finally {
      await node.stop()
      await postgres.stop()
    }
  })
}

/** Kills the children of a server that run this program, and returns their number. */
export function killChildren({ process: { pid } }: QuadNode, program: string): number {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
  const lines = stdout.split('\n').filter((line) => line.includes(program))
  for (const line of lines) process.kill(Number.parseInt(line, 10), 'SIGKILL')
  return lines.length
}

/** Megabytes of memory of a server's process. */
export const readMemoryMegabytes = ({ process: { pid } }: QuadNode) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Number of open files and connections of a server's process. */
export const countOpenFiles = ({ process: { pid } }: QuadNode) => readdirSync(`/proc/${pid}/fd`).length

/** The p99 in milliseconds of feed requests, eight concurrently, and the number of failures. */
export async function feedTimes(node: QuadNode, people: readonly Writer[], count: number) {
  const times: number[] = []
  let failed = 0
  const look = async (person: Writer) => {
    while (times.length < count) {
      const began = performance.now()
      const { status } = await ask(node.address, person, 'GET', '/api/posts/feed')
      if (status !== 200) failed++
      times.push(performance.now() - began)
    }
  }
  await Promise.all(people.map(look))
  return { p99: times.sort((time, nextTime) => time - nextTime)[Math.floor(times.length * 0.99)] ?? 0, failed }
}
