import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import type { Call } from './calls.ts'

export type MeasuredCall = {
  readonly name: string
  readonly kind: Call['kind']
  /** That one request has PostgreSQL run, once what can be remembered is. */
  readonly statements: number
  /** Of a reply. */
  readonly bytes: number
  /** Medians over the rounds; times in milliseconds. */
  readonly loads: readonly {
    readonly connections: number
    readonly perSecond: number
    readonly p50: number
    readonly p95: number
    readonly p99: number
  }[]
  /** The same statements straight through pg, 16 at once; null where there are none. */
  readonly directPerSecond: number | null
  /** Requests a second over that: the median of what each round showed. */
  readonly ratio: number | null
}

/** What one campus showed. Memory in bytes, of the server's process. */
export type Measured = {
  readonly memory: { readonly idle: number; readonly loaded: number }
  readonly calls: readonly MeasuredCall[]
}

/** A table of what is no call. */
export type Section = {
  readonly title: string
  readonly words: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

type Run = {
  readonly at: string
  readonly commit: string
  readonly machine: string
  readonly campuses: Readonly<Record<string, Measured>>
  readonly sections: readonly Section[]
}

const folder = new URL('history/', import.meta.url)
const budgets = { read: 0.6, admin: 0.6, write: 0.5, growth: 1.2, deep: 150 }

/** Prints the report and writes it to bench/report.md; with `keep`, also the figures to bench/history/. */
export function keepReport({
  began,
  measured,
  sections,
  keep,
}: {
  began: Date
  measured: Record<string, Measured>
  sections: readonly Section[]
  keep: boolean
}) {
  const run: Run = {
    at: began.toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
    campuses: measured,
    sections,
  }
  const report = reportOf(run, lastRun())
  console.log(`\n${report}`)
  if (!keep) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('report.md', import.meta.url), report)
  writeFileSync(new URL(`${run.at.slice(0, 10)}-${run.commit}.json`, folder), `${JSON.stringify(run, null, 1)}\n`)
}

function lastRun(): Run | undefined {
  const name = existsSync(folder) ? readdirSync(folder).sort().at(-1) : undefined
  return name ? (JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Run) : undefined
}

const at = (call: MeasuredCall | undefined, connections: number) =>
  call?.loads.find((load) => load.connections === connections)

function reportOf(run: Run, last: Run | undefined): string {
  const [first, second] = Object.keys(run.campuses)
  const parts = Object.entries(run.campuses).map(([name, { calls, memory }]) => {
    const empty = at(
      calls.find(({ kind }) => kind === 'empty'),
      16,
    )?.perSecond
    const rows = calls.map((call) => {
      const [one, many, most] = [at(call, 1), at(call, 16), at(call, 64)]
      return [
        call.name,
        `${call.statements}`,
        `${call.bytes}`,
        whole(one?.perSecond),
        whole(many?.perSecond),
        whole(most?.perSecond),
        `${fine(one?.p50)} / ${fine(one?.p99)}`,
        `${fine(many?.p50)} / ${fine(many?.p99)}`,
        call.kind === 'read' || call.kind === 'write' || call.kind === 'admin'
          ? judged(call.ratio, (value) => value >= budgets[call.kind as 'read' | 'write'])
          : two(call.ratio),
        empty ? two((many?.perSecond ?? 0) / empty) : '',
      ]
    })
    return [
      `## ${name}`,
      `Memory of the server’s process: ${mega(memory.idle)} idle, ${mega(memory.loaded)} at most under load.`,
      table(
        [
          'call',
          'statements',
          'bytes',
          '1: /s',
          '16: /s',
          '64: /s',
          '1: p50 / p99 ms',
          '16: p50 / p99 ms',
          '÷ pg',
          '÷ empty',
        ],
        rows,
      ),
    ].join('\n\n')
  })
  if (first && second) parts.push(growthOf(run, first, second))
  for (const { title, words, head, rows } of run.sections)
    parts.push([`## ${title}`, words, table(head, rows)].join('\n\n'))
  if (last) parts.push(trendOf(run, last))
  return [
    '# What it costs',
    `Measured on ${run.at.slice(0, 16).replace('T', ' ')} UTC at ${run.commit} by \`npm run bench\`; ${run.machine}. The driver, wrk, runs on the same machine. ` +
      '“÷ pg” is requests a second over HTTP divided by the same statements straight through `pg` right afterwards, both 16 at once; “÷ empty” divided by a call that ' +
      'does nothing but find the session. What misses its budget is marked with ✗.',
    ...parts,
    '',
  ].join('\n\n')
}

function growthOf({ campuses }: Run, small: string, large: string): string {
  const rows = (campuses[small]?.calls ?? []).map((call) => {
    const other = campuses[large]?.calls.find(({ name }) => name === call.name)
    const [before, after] = [at(call, 1), at(other, 1)]
    const growth = (after?.p50 ?? 0) / (before?.p50 ?? 1)
    const verdict =
      call.kind === 'deep'
        ? judged(after?.p95, (value) => value <= budgets.deep)
        : call.kind === 'read' || call.kind === 'admin'
          ? judged(growth, (value) => value <= budgets.growth)
          : two(growth)
    return [call.name, fine(before?.p50), fine(after?.p50), fine(after?.p95), verdict]
  })
  return [
    `## From ${small} to ${large}`,
    'p50 of one connection. Hot reads may grow by 1.2; for searches and deep pages the last column is the p95 on the large campus, up to 150 ms.',
    table(['call', `${small} p50 ms`, `${large} p50 ms`, `${large} p95 ms`, 'growth, or p95'], rows),
  ].join('\n\n')
}

function trendOf(run: Run, last: Run): string {
  const rows = Object.entries(run.campuses).flatMap(([name, { calls }]) =>
    calls.flatMap((call) => {
      const before = last.campuses[name]?.calls.find((one) => one.name === call.name)
      if (!before?.directPerSecond || !call.ratio) return []
      const then = before.ratio ?? (at(before, 16)?.perSecond ?? 0) / before.directPerSecond // what was kept before each round was compared
      return [[name, call.name, two(then), two(call.ratio), two(call.ratio / then)]]
    }),
  )
  return [`## Since ${last.commit}`, table(['campus', 'call', '÷ pg then', '÷ pg now', 'now ÷ then'], rows)].join(
    '\n\n',
  )
}

const whole = (value = 0) => Math.round(value).toLocaleString('en')
const fine = (value = 0) => value.toFixed(value < 10 ? 2 : 0)
const two = (value: number | null | undefined) => (value == null ? '' : value.toFixed(2))
const mega = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
const judged = (value: number | null | undefined, fits: (value: number) => boolean) =>
  value == null ? '' : `${two(value)}${fits(value) ? '' : ' ✗'}`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
