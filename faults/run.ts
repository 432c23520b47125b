// `npm run faults [names…] [-- rounds]`: runs the faults and writes faults/report.md. Exits with 1 on unexpected
// results.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { clocks } from './clocks.ts'
import { cutConnections, duplicates, loseRedis, storms } from './cluster.ts'
import { kill, killWhileStarting, terminate } from './crash.ts'
import { bombs } from './decompression-bombs.ts'
import { heavy, heavyOwn } from './expensive-queries.ts'
import { failover } from './failover.ts'
import { listeners } from './idle-streams.ts'
import type { Fault, Outcome } from './kit.ts'
import { killWhileSendingLater } from './later.ts'
import { leapSecond } from './leap-second.ts'
import { oversize, waitingRoom } from './load-spikes.ts'
import { longLog } from './long-log.ts'
import { badPost } from './mail.ts'
import { migrating } from './migrating.ts'
import { moveBetweenCells } from './moving.ts'
import { powerCut, powerCutOwn } from './power.ts'
import { killOwn, twoOnOneFolder } from './recovery.ts'
import { keepOneCluster } from './scene.ts'
import { killWhileQueueing } from './seats.ts'
import { acrossServers, backupUnderLoad, banAcross, rollingRestart } from './several.ts'
import { dawdlers } from './slow-clients.ts'
import { soak } from './soak.ts'
import { fullDisk, storeAway } from './storage.ts'
import { upgrade } from './upgrade.ts'
import { killWhileUploading } from './uploads.ts'

/** Faults that run on one cluster, one after the other. */
const onClusters: readonly Fault[] = [
  cutConnections,
  loseRedis,
  duplicates,
  storms,
  acrossServers,
  banAcross,
  rollingRestart,
  backupUnderLoad,
]
const all: readonly Fault[] = [
  kill,
  killOwn,
  killWhileStarting,
  powerCut,
  powerCutOwn,
  twoOnOneFolder,
  fullDisk,
  dawdlers,
  oversize,
  listeners,
  waitingRoom,
  terminate,
  migrating,
  upgrade,
  storeAway,
  badPost,
  clocks,
  leapSecond,
  killWhileUploading,
  killWhileQueueing,
  killWhileSendingLater,
  bombs,
  heavy,
  heavyOwn,
  soak,
  longLog,
  failover,
  moveBetweenCells,
  ...onClusters,
]
const file = 'faults/report.md'

/** Faults that the normal tests cover. */
const elsewhere = `## Seen by the tests

- F17, friendships, memberships, places, votes, polls and reports against a model: \`tests/models.test.ts\`
- F25, a provider that is away, broken, silent, or has new keys: \`src/features/session/server/hostile-provider.test.ts\`
- F27, bombs, and a decoder that is killed: \`src/features/media/server/uploads.test.ts\`

## What they leave out

F4 cuts the power of ext4, and of no other file system; the disk below it keeps what was flushed to it. F13 puts
clocks back by a second where a kernel would insert one. F28 asks a school of 100,000 posts, since a
million takes ten minutes to fill. F29 lasts ten minutes and not a night.
`

const words = process.argv.slice(2)
const rounds = words.map(Number).find((word) => word > 0)
const names = words.filter((word) => Number.isNaN(Number(word)))
const chosen = all.filter(
  ({ name }) => names.length === 0 || names.some((wanted) => [name, ...name.split(' ')].includes(wanted)),
)
if (chosen.length === 0) {
  console.error(`There are: ${all.map(({ name }) => name).join(', ')}`)
  process.exit(64)
}

const sections = readReport()
let failed = 0
let closeCluster: (() => Promise<void>) | undefined
for (const fault of chosen) {
  console.log(`${fault.name}: ${fault.title} …`)
  if (onClusters.includes(fault)) closeCluster ??= await keepOneCluster()
  const began = Date.now()
  const outcome = await fault
    .run(rounds ?? fault.rounds)
    .catch((error: Error): Outcome => ({ figures: {}, wrong: [error.message] }))
  const seconds = Math.round((Date.now() - began) / 1000)
  const section = formatSection(fault, outcome, seconds)
  console.log(section)
  sections.set(fault.name, section)
  if (outcome.wrong.length > 0) failed++
  writeReport()
}
await closeCluster?.()
process.exit(failed > 0 ? 1 : 0)

function formatSection({ name, title }: Fault, { figures, wrong }: Outcome, seconds: number): string {
  const pairs = [['figure', 'value'], ...Object.entries(figures).map(([figure, value]) => [figure, String(value)])]
  const wide = (column: number, fill: string, text = '') =>
    text.padEnd(Math.max(...pairs.map((pair) => pair[column]?.length ?? 0)), fill)
  const [head = '', ...rows] = pairs.map(([figure, value]) => `| ${wide(0, ' ', figure)} | ${wide(1, ' ', value)} |`)
  const rule = `| ${wide(0, '-')} | ${wide(1, '-')} |`
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')
  const when = `${new Date().toISOString().slice(0, 16)} UTC, ${seconds} s, ${cpus().length} cores, load ${load}`
  const table = rows.length > 0 ? [head, rule, ...rows, ''] : []
  const verdict = wrong.length === 0 ? 'Nothing was wrong.' : `**Wrong:** ${wrong.slice(0, 8).join('; ')}`
  return [`## ${name}: ${title}`, '', `_${when}_`, '', ...table, verdict, ''].join('\n')
}

/** Sections of earlier runs stay until their fault is run again. */
function readReport(): Map<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const found = text.split(/^(?=## )/m).slice(1)
  return new Map(found.map((section) => [/^## (.+?): /.exec(section)?.[1] ?? '', `${section.trimEnd()}\n`]))
}

function writeReport() {
  const number = ({ name }: Fault) => Number.parseInt(name.slice(1), 10)
  const done = all
    .toSorted((fault, nextFault) => number(fault) - number(nextFault))
    .flatMap(({ name }) => sections.get(name) ?? [])
  const head = `# What Quad survives

Written by \`npm run faults\`. _Lost_: acknowledged and absent. _Ghosts_: refused and present. _Partial_: half a transaction.
_Drift_: counts that differ from the rows they count. The machine load is the mean of 1, 5 and 15 minutes.
`
  const left = all.filter(({ name }) => !sections.has(name)).map(({ name }) => name)
  const open = left.length > 0 ? [`Written, and not run at full length on this machine: ${left.join(', ')}.\n`] : []
  writeFileSync(file, [head, ...done, elsewhere, ...open].join('\n'))
}
