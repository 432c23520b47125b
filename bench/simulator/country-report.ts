import { formatSection } from '../report.ts'
import { type CellLoad, simulateCell } from './cell.ts'
import type { MeasuredCosts } from './costs.ts'
import { type Country, type CountryPlan, planCountry } from './country.ts'

/** A school, a region and a country. */
const sizes = [
  { name: 'one school', schools: 1, students: 10_000, databaseCores: 2 },
  { name: 'a large school', schools: 1, students: 60_000, databaseCores: 8 },
  { name: 'a region', schools: 300, students: 5_000_000 },
  { name: 'a country', schools: 5000, students: 50_000_000 },
] as const
/** Shares of the final students while a country grows. */
const growth = [0.1, 0.25, 0.5, 1]
const maxUse = 0.5

type CommonPlan = Omit<CountryPlan, 'schools' | 'students' | 'maxUse'>

/** Tables of what schools need, how cells grow and fail, and how long requests take in the largest cell. */
export function formatCountries(costs: MeasuredCosts, common: CommonPlan): string {
  const countries = sizes.map(({ name, ...size }) => ({
    name,
    country: planCountry(costs, { ...common, maxUse, ...size }),
  }))
  const largest = countries.at(-1)?.country as Country
  const grown = growth.map((share) =>
    planCountry(costs, { ...largest.plan, schools: Math.round(5000 * share), students: 50_000_000 * share }),
  )
  return [
    formatSection({
      title: 'What schools need in the busiest minute of orientation week',
      words: `At most ${maxUse * 100} % of the cores of a primary and of the servers work then. Rows and pictures of ${common.years} years.`,
      head: ['', ...countries.map(({ name }) => name)],
      rows: figures.map(([name, read]) => [name, ...countries.map(({ country }) => read(country))]),
    }),
    formatSection({
      title: 'Growth of a country',
      words: 'The cells that are needed, and what the loss of the largest one means.',
      head: [
        'students',
        'schools',
        'cells',
        'largest cell',
        'students of a lost cell',
        'copied by the others in',
        'use of the others',
      ],
      rows: grown.map((country) => [
        count(country.plan.students),
        count(country.plan.schools),
        count(country.cells),
        count(country.largestCellStudents),
        `${(country.cellLoss.shareOfStudents * 100).toFixed(1)} %`,
        `${country.cellLoss.hoursToCopy.toFixed(1)} h`,
        Number.isFinite(country.cellLoss.useOfOthers)
          ? `${(country.cellLoss.useOfOthers * 100).toFixed(0)} %`
          : 'none left',
      ]),
    }),
    formatSection({
      title: 'The largest cell of the country, simulated',
      words: 'Milliseconds; seeded. A failover stops its PostgreSQL for 5.5 s, and requests wait for it.',
      head: ['minute', 'requests/s', 'p50', 'p95', 'p99', 'cores of PostgreSQL at work', 'connections of a server'],
      rows: simulateCell(costs, largest).map(formatLoad),
    }),
  ].join('\n\n')
}

const count = (value: number) => Math.round(value).toLocaleString('en')
const figures: readonly (readonly [string, (country: Country) => string])[] = [
  ['students', ({ plan }) => count(plan.students)],
  ['schools', ({ plan }) => count(plan.schools)],
  ['cells', ({ cells }) => count(cells)],
  ['students of the largest cell', (country) => count(country.largestCellStudents)],
  ['requests/s', (country) => count(country.requestsPerSecond)],
  ['open streams', ({ streams }) => count(streams)],
  ['events to streams/s', (country) => count(country.eventsPerSecond)],
  ['server processes', (country) => count(country.serverProcesses)],
  ['cores: servers', (country) => count(country.serverCores)],
  [
    'cores: primaries (at work)',
    (country) => `${count(country.primaryCores)} (${country.usedPrimaryCores.toFixed(1)})`,
  ],
  ['cores: standbys', (country) => count(country.primaryCores)],
  ['memory: servers, GB', (country) => count(country.serverMemoryGb)],
  ['memory: primaries, GB', (country) => count(country.databaseMemoryGb)],
  ['connections of a primary without a pooler', (country) => count(country.connectionsPerPrimary)],
  ['Redis: commands/s', (country) => count(country.redisCommandsPerSecond)],
  ['Redis: MB/s', (country) => country.redisMbPerSecond.toFixed(1)],
  ['Redis: cores', (country) => country.redisCores.toFixed(0)],
  ['object store: requests/s', (country) => count(country.bucketRequestsPerSecond)],
  ['object store: MB/s', (country) => count(country.bucketMbPerSecond)],
  ['replies: MB/s', (country) => count(country.replyMbPerSecond)],
  ['log of PostgreSQL: MB/s', (country) => country.walMbPerSecond.toFixed(1)],
  ['rows: TB', (country) => country.databaseTb.toFixed(2)],
  ['pictures: TB', (country) => count(country.bucketTb)],
  ['machines', (country) => count(country.machines)],
  ['cost per student and year', (country) => country.yearlyCostPerStudent.toFixed(2)],
]

const formatLoad = ({ name, perSecond, p50, p95, p99, databaseUse, maxConnectionsPerServer }: CellLoad) => [
  name,
  count(perSecond),
  ...[p50, p95, p99].map((time) => time.toFixed(1)),
  `${(databaseUse * 100).toFixed(0)} %`,
  `${maxConnectionsPerServer}`,
]
