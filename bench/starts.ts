import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Section } from './report.ts'
import { median, startServer } from './server.ts'

const times = 5
/** Time after which a started server is idle. */
const settled = 10_000

/**
 * Time from starting the program to its first reply: with an empty folder, which becomes the demo, and with the folder
 * of the previous start.
 */
export async function measureStarts(): Promise<Section[]> {
  const first: number[] = []
  const second: number[] = []
  const memory: number[] = []
  for (let time = 0; time < times; time++) {
    const folder = mkdtempSync(join(tmpdir(), 'quad-bench-start-'))
    chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
    const start = async () => {
      const began = performance.now()
      const server = await startServer(folder)
      return { server, took: performance.now() - began }
    }
    try {
      const one = await start()
      first.push(one.took)
      await one.server.stop()
      const other = await start()
      second.push(other.took)
      await sleep(settled)
      memory.push(other.server.memory())
      await other.server.stop()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const row = (name: string, values: readonly number[], say: (value: number) => string) => [
    name,
    say(Math.min(...values)),
    say(median(values)),
    say(Math.max(...values)),
  ]
  const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`
  return [
    {
      title: 'Starts',
      words: `${times} times each, without npm. The first makes its database and the demo campus; memory is the server’s, ${settled / 1000} s after the second.`,
      head: ['', 'least', 'median', 'most'],
      rows: [
        row('first start', first, seconds),
        row('second start', second, seconds),
        row('memory at rest', memory, (bytes) => `${Math.round(bytes / 2 ** 20)} MB`),
      ],
    },
  ]
}
