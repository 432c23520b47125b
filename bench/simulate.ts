// `npm run simulate -- measure` measures the costs of each call on one server with PostgreSQL, Redis and an object store, and keeps
// them in bench/simulator/costs.json. `-- compare` predicts three loads from these costs, sends exactly the predicted requests, and
// writes both into bench/report.md. `-- measure compare` does both with one campus. `-- country` needs no server: it prints what one
// school, a region and a country need. Measure and compare on a machine that does nothing else; each takes about five minutes.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type CampusSize, campusSizes } from './campus/fill.ts'
import { formatSection } from './report.ts'
import { openCampusSite } from './simulator/campus-site.ts'
import { compareWithRuns } from './simulator/compare.ts'
import { keepComparison, toSection } from './simulator/comparison-report.ts'
import { readCosts, writeCosts } from './simulator/costs.ts'
import { formatCountries } from './simulator/country-report.ts'
import { beginMeasurement } from './simulator/machine.ts'
import { measureCosts } from './simulator/measure-costs.ts'
import { assumedPrices } from './simulator/prices.ts'

const commands = ['measure', 'compare', 'country']
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    campus: { type: 'string', default: 'school' },
    /** Of each call at each number of connections. */
    seconds: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    /** A JSON file with some of the prices in `simulator/prices.ts`. */
    prices: { type: 'string' },
    'database-cores': { type: 'string', default: '32' },
    years: { type: 'string', default: '4' },
  },
})
const strange = positionals.filter((command) => !commands.includes(command))
if (strange.length > 0 || positionals.length === 0) throw new Error(`Say one or more of: ${commands.join(', ')}.`)
const size = campusSizes[values.campus]
if (!size) throw new Error(`'${values.campus}' is none of ${Object.keys(campusSizes).join(', ')}.`)

if (positionals.includes('measure') || positionals.includes('compare')) await runOnSite(size)
if (positionals.includes('country')) {
  const prices = values.prices ? JSON.parse(readFileSync(values.prices, 'utf8')) : {}
  const common = {
    databaseCores: Number(values['database-cores']),
    years: Number(values.years),
    prices: { ...assumedPrices, ...prices },
    seed: Number(values.seed),
  }
  console.log(formatCountries(readCosts(), common))
}
process.exit(0) // channels of ended decoders would keep this process alive

async function runOnSite({ schools, each }: CampusSize) {
  await using over = new AsyncDisposableStack()
  const site = await openCampusSite(over, { schools, each })
  if (positionals.includes('measure')) {
    const end = beginMeasurement()
    const costs = await measureCosts(site, { seconds: Number(values.seconds) })
    writeCosts({ ...end(), campus: { students: each.people, posts: each.posts }, ...costs })
  }
  if (positionals.includes('compare')) {
    const costs = readCosts()
    const end = beginMeasurement()
    const comparisons = await compareWithRuns(site, costs)
    const { at, commit, machine, loadAverage } = costs
    const run = { ...end(), costs: { at, commit, machine, loadAverage }, comparisons }
    keepComparison(run)
    console.log(formatSection(toSection(run)))
  }
}
