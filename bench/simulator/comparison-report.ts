import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { formatSection, type Section } from '../report.ts'
import type { Comparison, LoadFigures } from './compare.ts'
import type { Measurement } from './machine.ts'

/** A comparison with its circumstances. `costs`: where the measured costs come from. */
export type ComparisonRun = Measurement & {
  readonly costs: Measurement
  readonly comparisons: readonly Comparison[]
}

const file = new URL('comparison.json', import.meta.url)
const report = new URL('../report.md', import.meta.url)

/** Keeps the figures, and puts their table into bench/report.md instead of the last one. */
export function keepComparison(run: ComparisonRun): void {
  const round = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)
  writeFileSync(file, `${JSON.stringify(run, round, 1)}\n`)
  const section = toSection(run)
  writeFileSync(report, replaceSection(readFileSync(report, 'utf8'), section.title, formatSection(section)))
}

/** The last kept comparison, for a report that is written again as a whole. */
export const listKeptSections = (): Section[] =>
  existsSync(file) ? [toSection(JSON.parse(readFileSync(file, 'utf8')) as ComparisonRun)] : []

/** Replaces a section with this title up to the next one, or appends it. */
export function replaceSection(text: string, title: string, section: string): string {
  const from = text.indexOf(`## ${title}\n`)
  if (from < 0) return `${text.trimEnd()}\n\n${section}\n`
  const next = text.indexOf('\n## ', from + 1)
  return `${text.slice(0, from)}${section}\n${next < 0 ? '' : text.slice(next)}`
}

export function toSection({ comparisons, costs, at, commit, machine, loadAverage }: ComparisonRun): Section {
  const rows = comparisons.flatMap(({ share, offeredPerSecond, predicted, measured, otherCores, refused }) =>
    figures.map(([name, read, digits], index) => {
      const [expected, found] = [read(predicted), read(measured)]
      const first = index === 0
      return [
        first ? `${Math.round(share * 100)} %, ${Math.round(offeredPerSecond)}/s` : '',
        name,
        expected.toFixed(digits),
        found.toFixed(digits),
        formatError(expected, found),
        first ? otherCores.toFixed(2) : '',
        first ? `${refused}` : '',
      ]
    }),
  )
  return {
    title: 'Prediction and run',
    words:
      'The simulator predicts from costs per call, each measured alone, how a mix of all calls at random times takes this machine; then exactly these requests are sent at these times. ' +
      `\`npm run simulate -- compare\` on ${formatTime(at)} UTC at ${commit}, load average ${formatLoad(loadAverage)}; costs of ${formatTime(costs.at)} UTC at ${costs.commit}, load average ${formatLoad(costs.loadAverage)}; ${machine}. ` +
      'Cores in use on average; times in milliseconds. “Others”: cores that processes outside of the measurement used meanwhile.',
    head: ['load', 'figure', 'predicted', 'measured', 'error', 'others', 'refused'],
    rows,
  }
}

const figures: readonly (readonly [string, (load: LoadFigures) => number, number])[] = [
  ['requests/s', ({ perSecond }) => perSecond, 0],
  ['cores: server', ({ cores }) => cores.server, 3],
  ['cores: PostgreSQL', ({ cores }) => cores.postgres, 3],
  ['cores: driver and object store', ({ cores }) => cores.client + cores.bucket, 3],
  ['cores: all', ({ cores }) => Object.values(cores).reduce((sum, value) => sum + value, 0), 3],
  ['p50', ({ p50 }) => p50, 2],
  ['p95', ({ p95 }) => p95, 2],
  ['p99', ({ p99 }) => p99, 2],
]

const formatError = (expected: number, found: number) => {
  const percent = Math.round((expected / found - 1) * 100)
  return `${percent > 0 ? '+' : ''}${percent} %`
}
const formatTime = (at: string) => at.slice(0, 16).replace('T', ' ')
const formatLoad = ([before, after]: Measurement['loadAverage']) =>
  `${before.toFixed(1)} before, ${after.toFixed(1)} after`
