import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { budgets, computeGrowth, type Exceeded, findLoad, listExceeded } from './budgets.ts'
import type { Call } from './calls.ts'

export type MeasuredCall = {
  readonly name: string
  readonly kind: Call['kind']
  /** Statements per request, with warm caches. */
  readonly statements: number
  /** Of a reply. */
  readonly bytes: number
  /** Milliseconds of processor time per request, with 16 connections; absent in older history. */
  readonly processor?: { readonly server: number; readonly database: number }
  /** Medians over the rounds; times in milliseconds. */
  readonly loads: readonly {
    readonly connections: number
    readonly perSecond: number
    readonly p50: number
    readonly p95: number
    readonly p99: number
  }[]
  /** The same statements directly through pg, with 16 connections; null where there are none. */
  readonly directPerSecond: number | null
  /** Requests per second relative to that: the median over the rounds. */
  readonly ratio: number | null
  /** Number of error replies, in all rounds. */
  readonly refused: number
}

/** Results of one campus. Memory in bytes of the server's process. */
export type Measured = {
  readonly memory: { readonly idle: number; readonly loaded: number }
  readonly calls: readonly MeasuredCall[]
}

/** A table of other measurements. */
export type Section = {
  readonly title: string
  readonly words: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly exceeded?: readonly Exceeded[]
}

type Run = {
  readonly at: string
  readonly commit: string
  readonly machine: string
  readonly campuses: Readonly<Record<string, Measured>>
  readonly sections: readonly Section[]
}

const folder = new URL('history/', import.meta.url)

/**
 * Prints the report; with `keep`, also writes it to bench/report.md and the figures to bench/history/. Returns the
 * exceeded budgets.
 */
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
}): readonly Exceeded[] {
  const last = lastRun()
  const run: Run = {
    at: began.toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
    campuses: measured,
    sections: [...sections, ...(last ? listOlder(last, sections) : [])],
  }
  const exceeded = [...listExceeded(measured), ...sections.flatMap((section) => section.exceeded ?? [])]
  const report = formatReport(run, exceeded, last)
  console.log(`\n${report}`)
  if (!keep) return exceeded
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('report.md', import.meta.url), report)
  writeFileSync(new URL(`${run.at.slice(0, 10)}-${run.commit}.json`, folder), `${JSON.stringify(run, null, 1)}\n`)
  return exceeded
}

/** The sections of the last run that this one does not repeat, with their date. */
const listOlder = (last: Run, sections: readonly Section[]): Section[] =>
  last.sections
    .filter(({ title }) => sections.every((section) => section.title !== title))
    .map(({ exceeded: _, ...section }) => {
      const isDated = section.words.startsWith(olderBegins)
      return isDated
        ? section
        : { ...section, words: `${olderBegins}${last.at.slice(0, 10)} at ${last.commit}. ${section.words}` }
    })
const olderBegins = 'Measured before, on '

function lastRun(): Run | undefined {
  const name = existsSync(folder) ? readdirSync(folder).sort().at(-1) : undefined
  return name ? (JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Run) : undefined
}

function formatReport(run: Run, exceeded: readonly Exceeded[], last: Run | undefined): string {
  const [first, ...others] = Object.keys(run.campuses)
  const parts = Object.entries(run.campuses).map(([name, { calls, memory }]) => {
    const empty = findLoad(
      calls.find(({ kind }) => kind === 'empty'),
      16,
    )?.perSecond
    const rows = calls.map((call) => {
      const [one, many, most] = [findLoad(call, 1), findLoad(call, 16), findLoad(call, 64)]
      const { ratio } = budgets[call.kind]
      return [
        call.name,
        `${call.statements}`,
        `${call.bytes}`,
        `${two(call.processor?.server)} / ${two(call.processor?.database)}`,
        whole(one?.perSecond),
        whole(many?.perSecond),
        whole(most?.perSecond),
        `${fine(one?.p50)} / ${fine(one?.p99)}`,
        `${fine(many?.p50)} / ${fine(many?.p99)}`,
        judged(call.ratio, (value) => ratio === undefined || value >= ratio),
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
          'server / database CPU ms',
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
  if (first) for (const other of others) parts.push(describeGrowth(run, first, other))
  for (const section of run.sections) parts.push(formatSection(section))
  if (last) parts.push(formatTrend(run, last))
  const missed = exceeded.map(({ call, figure, budget }) => [call, figure, budget])
  if (first) {
    const found = missed.length > 0 ? table(['call', 'figure', 'budget'], missed) : 'None is exceeded.'
    parts.push(`## Budgets\n\n${found}`)
  }
  return [
    '# What it costs',
    `Measured on ${run.at.slice(0, 16).replace('T', ' ')} UTC at ${run.commit} by \`npm run bench\`; ${run.machine}. The driver, wrk, runs on the same machine. ` +
      '“÷ pg” is requests a second over HTTP divided by the same statements straight through `pg` right afterwards, both with 16 connections; “÷ empty” divided by a call that ' +
      'does nothing but find the session. Each statement runs on the connections that the server takes for it, and with a picture its file is read, too. ' +
      `÷ pg is at least ${budgets.read.ratio} for reads and ${budgets.write.ratio} for writes; searches, deep pages and analytics answer within ${budgets.deep.p95} ms (p95, one connection). ` +
      'What misses its budget is marked with ✗ and listed at the end.',
    ...parts,
    '',
  ].join('\n\n')
}

function describeGrowth({ campuses }: Run, small: string, large: string): string {
  const rows = (campuses[small]?.calls ?? []).map((call) => {
    const other = campuses[large]?.calls.find(({ name }) => name === call.name)
    const [before, after] = [findLoad(call, 1), findLoad(other, 1)]
    const { growth, p95 } = budgets[call.kind]
    const verdict = p95
      ? judged(after?.p95, (value) => value <= p95)
      : judged(computeGrowth(call, other), (value) => growth === undefined || value <= growth)
    return [call.name, fine(before?.p50), fine(after?.p50), fine(after?.p95), verdict]
  })
  return [
    `## From ${small} to ${large}`,
    `p50 of one connection. Reads and writes may take ${budgets.read.growth} times as long; for searches, deep pages and analytics the last column is the p95 on ${large}, up to ${budgets.deep.p95} ms.`,
    table(['call', `${small} p50 ms`, `${large} p50 ms`, `${large} p95 ms`, 'growth, or p95'], rows),
  ].join('\n\n')
}

function formatTrend(run: Run, last: Run): string {
  const rows = Object.entries(run.campuses).flatMap(([name, { calls }]) =>
    calls.flatMap((call) => {
      const before = last.campuses[name]?.calls.find((lastCall) => lastCall.name === call.name)
      if (!before?.directPerSecond || !call.ratio) return []
      const then = before.ratio ?? (findLoad(before, 16)?.perSecond ?? 0) / before.directPerSecond // older history has no ratio per round
      return [[name, call.name, two(then), two(call.ratio), two(call.ratio / then)]]
    }),
  )
  return [`## Since ${last.commit}`, table(['campus', 'call', '÷ pg then', '÷ pg now', 'now ÷ then'], rows)].join(
    '\n\n',
  )
}

export const formatSection = ({ title, words, head, rows }: Section): string =>
  [`## ${title}`, words, table(head, rows)].join('\n\n')

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
