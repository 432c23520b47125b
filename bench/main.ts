// `npm run bench`: the cost of each frequent call in a school of 10,000 posts, in ten of 100,000 each and in one of
// 60,000 students, measured alternately as ratios within one run: to the same statements directly through pg, to an
// empty call, and of the larger campuses to the small one. Then live delivery, a mixed load, start times, pages on a
// slow phone (with Lighthouse, which npx fetches), and the next paint after a press there. `npm run bench -- tiny` is
// quick but imprecise; `npm run bench -- live pages` skips the campuses; `memory` runs only by name, for an hour. With
// --keep, writes the report to bench/report.md and the figures to bench/history/. Exits with 1 when a call exceeds its
// budget.
import { parseArgs } from 'node:util'
import { installPrograms } from '../tools/programs.ts'
import { campusSizes, fillCampus } from './campus/fill.ts'
import { measureInteractions } from './interactions.ts'
import { measureLive } from './live.ts'
import { measureCampuses } from './measure.ts'
import { measureMemory, measureMixed } from './mixed.ts'
import { measurePages } from './pages.ts'
import { keepReport, type Section } from './report.ts'
import { listKeptSections } from './simulator/comparison-report.ts'
import { measureStarts } from './starts.ts'
import { measureTelling } from './telling.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
    /** Campus of the mixed load, with one school. */
    mixed: { type: 'string', default: 'school' },
    /** Duration of `memory`. */
    minutes: { type: 'string', default: '60' },
  },
})
const mixedSize = campusSizes[values.mixed]
if (!mixedSize) throw new Error(`'${values.mixed}' is none of ${Object.keys(campusSizes).join(', ')}.`)
const others: Readonly<Record<string, () => Promise<Section[]>>> = {
  live: measureLive,
  mixed: () => measureMixed(mixedSize),
  starts: measureStarts,
  telling: measureTelling,
  pages: measurePages,
  interactions: measureInteractions,
  memory: () => measureMemory(mixedSize, Number(values.minutes)),
}
const usual = ['small', 'large', 'one', ...Object.keys(others).filter((name) => name !== 'memory')]
const wanted = positionals.length > 0 ? positionals : usual
const strange = wanted.filter((name) => !campusSizes[name] && !others[name])
if (strange.length > 0)
  throw new Error(`'${strange}' is none of ${[...Object.keys(campusSizes), ...Object.keys(others)].join(', ')}.`)
const isDriven = wanted.some((name) => campusSizes[name] || name === 'mixed' || name === 'memory')
const missing = isDriven ? installPrograms(['wrk']) : undefined
if (missing) throw new Error(missing) // before campuses are filled, which takes minutes

const began = new Date()
const campuses = Object.entries(campusSizes).filter(([name]) => wanted.includes(name))
const measured = await measureCampuses(
  Object.fromEntries(
    campuses.map(([name, size]) => [
      name,
      (db) => {
        console.log(`  ${size.schools} × ${size.each.people} students, ${size.each.posts} posts`)
        return fillCampus(db, size, (what) => console.log(`  filling: ${what}`))
      },
    ]),
  ),
  { rounds: Number(values.rounds), seconds: Number(values.seconds), only: new RegExp(values.only) },
)
const sections: Section[] = []
for (const name of wanted.filter((section) => others[section])) {
  console.log(`\n${name}`)
  sections.push(...((await others[name]?.()) ?? []))
}
const exceeded = keepReport({ began, measured, sections: [...sections, ...listKeptSections()], keep: values.keep })
for (const { call, figure, budget } of exceeded) console.error(`✗ ${call}: ${figure}, budget ${budget}`)
process.exit(exceeded.length > 0 ? 1 : 0) // channels of ended decoders would keep this process alive
