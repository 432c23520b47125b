import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPrograms } from '../tools/programs.ts'
import type { Call, Shot } from './calls.ts'

export type Driven = {
  readonly requests: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Of one reply, headers and body. */
  readonly bytes: number
  /** Number of error replies. */
  readonly refused: number
}

const run = promisify(execFile)

/**
 * Sends a call's requests for some seconds over a number of connections, each sending the next request after a reply.
 * Uses wrk, and installs it where possible: a driver in JavaScript would use much of the machine that it measures. A call
 * that gives no reply in this time, such as analytics of a large campus with cold caches, gets five times as much.
 * `pauseMs`: how long a connection waits before its next request. `shots`: number of prepared requests, which then repeat.
 */
export async function drive(
  address: string,
  call: Pick<Call, 'name' | 'shot'>,
  connections: number,
  seconds: number,
  { pauseMs = 0, shots = 5000 }: { pauseMs?: number; shots?: number } = {},
): Promise<Driven> {
  const missing = installPrograms(['wrk'])
  if (missing) throw new Error(missing)
  const folder = mkdtempSync(join(tmpdir(), 'quad-wrk-'))
  try {
    const script = join(folder, 'shots.lua')
    const first = Math.floor(Math.random() * 100_000) * 2 // even, because toggling calls start with the first half
    writeFileSync(
      script,
      toLuaScript(
        Array.from({ length: shots }, (_, at) => call.shot(first + at)),
        new URL(address).host,
        pauseMs,
      ),
    )
    const words = ['--threads', '1', '--connections', `${connections}`, '--timeout', '30s', '--script', script]
    const runFor = async (time: number) => {
      const { stdout } = await run('wrk', [...words, '--duration', `${time}s`, address])
      return /^wrk (\d+) (\d+) (\d+) (\d+) (\d+) ([\d.]+) ([\d.]+) ([\d.]+)$/m.exec(stdout)?.slice(1).map(Number) ?? []
    }
    let figures = await runFor(seconds)
    if (figures[0] === 0) figures = await runFor(seconds * 5)
    const [requests = 0, micros = 0, bytes = 0, refused = 0, broken = 0, p50 = 0, p95 = 0, p99 = 0] = figures
    if (broken > 0 || requests === 0)
      throw new Error(`${call.name} lost ${broken} connections of ${requests} requests.`)
    return {
      requests,
      perSecond: (requests / micros) * 1_000_000,
      p50: p50 / 1000,
      p95: p95 / 1000,
      p99: p99 / 1000,
      bytes: Math.round(bytes / requests),
      refused,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const toLuaScript = (requests: readonly Shot[], host: string, pauseMs: number) => `
local shots = {
${requests.map((shot) => `${luaString(formatRawRequest(shot, host))},`).join('\n')}
}
local at = 0
${pauseMs ? `function delay() return ${pauseMs} end` : ''}
function request()
  at = at % #shots + 1
  return shots[at]
end
function done(summary, latency)
  local errors = summary.errors
  print(string.format("wrk %d %d %d %d %d %.0f %.0f %.0f", summary.requests, summary.duration, summary.bytes,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(95), latency:percentile(99)))
end
`

/** A raw HTTP request. */
const formatRawRequest = ({ method, path, person, body }: Shot, host: string) =>
  [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `cookie: ${person.cookie}`,
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
    '',
    body ?? '',
  ].join('\r\n')

const luaString = (text: string) =>
  `"${text.replace(/[^ !#-[\]-~]/g, (sign) => [...Buffer.from(sign)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join(''))}"`
