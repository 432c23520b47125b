import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call } from './calls.ts'
import { type CampusSize, fillCampus, signInPeople } from './campus/fill.ts'
import { type Driven, drive } from './drive.ts'
import { type Heard, listen } from './live.ts'
import { prepareCampus } from './measure.ts'
import type { Section } from './report.ts'
import { median, type Person, startServer } from './server.ts'

const streams = 1000
const rounds = 3
const secondsEach = 10
/** Concurrent connections of each kind. */
const loads = { reads: 24, writes: 4, pictures: 4 } as const
/** The same for the memory during a longer time. */
const slowLoads = { reads: 3, writes: 2, pictures: 1 } as const
type Kind = keyof typeof loads

type MixedServer = Awaited<ReturnType<typeof startServer>>
type MixedCalls = { readonly kind: Kind; readonly call: Pick<Call, 'name' | 'shot'> }[]

/** Concurrent reads, writes and picture requests, with a thousand event streams of the same school. */
export const measureMixed = (size: CampusSize): Promise<Section[]> =>
  withStreams(size, async (server, kinds, countOpen) => {
    const found = new Map<Kind, Driven[]>()
    for (let round = 0; round <= rounds; round++) {
      const runs = await Promise.all(
        kinds.map(async ({ kind, call }) => ({
          kind,
          run: await drive(server.address, call, loads[kind], secondsEach),
        })),
      )
      if (round > 0) for (const { kind, run } of runs) found.set(kind, [...(found.get(kind) ?? []), run]) // the first round is a warm-up
    }
    return [buildSection(size, found, countOpen())]
  })

/** Memory of the server during a long mixed load, which leaves most of the processor idle. */
export const measureMemory = (size: CampusSize, minutes: number): Promise<Section[]> =>
  withStreams(size, async (server, kinds, countOpen) => {
    const rows: string[][] = []
    const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
    let sent = 0
    const note = (minute: number) => {
      rows.push([`${minute}`, Math.round(sent).toLocaleString('en'), megabytes(server.memory()), `${countOpen()}`])
      console.log(`  ${rows.at(-1)?.join('  ')}`)
    }
    note(0)
    const part = Math.min(5, minutes)
    for (let minute = part; minute <= minutes; minute += part) {
      const runs = await Promise.all(
        kinds.map(({ kind, call }) => drive(server.address, call, slowLoads[kind], part * 60, { pauseMs: 20 })),
      )
      for (const { perSecond } of runs) sent += perSecond * part * 60
      note(minute)
    }
    return [
      {
        title: `Memory during ${minutes} minutes`,
        words: `Mixed load of ${slowLoads.reads} readers, ${slowLoads.writes} writers and ${slowLoads.pictures} loader of pictures, each with a pause of 20 ms after every reply, beside ${streams.toLocaleString('en')} event streams. Resident memory of the server's process.`,
        head: ['minute', 'requests', 'memory', 'open streams'],
        rows,
      },
    ]
  })

/** Fills a school, starts its server, and opens the streams. */
async function withStreams(
  size: CampusSize,
  work: (server: MixedServer, kinds: MixedCalls, countOpen: () => number) => Promise<Section[]>,
): Promise<Section[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-bench-mixed-'))
  const heard: Heard = { sockets: [], at: new Map(), arrivals: new Map() }
  try {
    chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
    const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', DEMO: '1' }
    const { kinds, people } = await prepareCampus(
      settings,
      (db) => fillCampus(db, size, (what) => console.log(`  filling: ${what}`)),
      async ({ db }, calls, schoolId) => ({ kinds: mix(calls), people: await signInPeople(db, schoolId, streams) }),
    )
    const server = await startServer(folder)
    try {
      for (let at = 0; at < streams; at += 100)
        await Promise.all(
          Array.from({ length: 100 }, (_, index) =>
            listen(server, heard, people[(at + index) % people.length] as Person),
          ),
        )
      return await work(server, kinds, () => heard.sockets.filter(({ readyState }) => readyState === 'open').length)
    } finally {
      for (const socket of heard.sockets) socket.destroy()
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One call per kind, which cycles through the requests of the measured calls. */
function mix(calls: readonly Call[]): MixedCalls {
  const classifyCall = ({ kind, file }: Call): Kind | undefined => {
    if (file) return 'pictures'
    return kind === 'read' ? 'reads' : kind === 'write' ? 'writes' : undefined
  }
  return (Object.keys(loads) as Kind[]).map((kind) => {
    const own = calls.filter((call) => classifyCall(call) === kind)
    const shot: Call['shot'] = (at) => (own[at % own.length] as Call).shot(Math.floor(at / own.length))
    return { kind, call: { name: kind, shot } }
  })
}

function buildSection({ each }: CampusSize, found: ReadonlyMap<Kind, readonly Driven[]>, open: number): Section {
  const rows = [...found].map(([kind, runs]) => {
    const of = (figure: keyof Driven) => median(runs.map((run) => run[figure]))
    const refused = runs.reduce((sum, run) => sum + run.refused, 0)
    const times = [of('p50'), of('p95'), of('p99')].map((value) => value.toFixed(1))
    return [kind, `${loads[kind]}`, Math.round(of('perSecond')).toLocaleString('en'), ...times, `${refused}`]
  })
  const campus = `${each.people.toLocaleString('en')} students and ${each.posts.toLocaleString('en')} posts`
  return {
    title: 'Mixed load',
    words: `All kinds at the same time in a school of ${campus}, beside ${streams.toLocaleString('en')} event streams, of which ${open.toLocaleString('en')} were open at the end; median of ${rounds} × ${secondsEach} s. Each connection sends its next request when the last is answered; times in milliseconds.`,
    head: ['kind', 'connections', '/s', 'p50', 'p95', 'p99', 'refused'],
    rows,
  }
}
