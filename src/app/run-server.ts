import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { demoPeople } from '../../demo/cast.ts'
import { listSchoolsWithoutPictures } from '../../demo/picture-record.ts'
import type { Config } from '../shared/server/config.ts'
import { withAdvisoryLock } from '../shared/server/db/locks.ts'
import { flushLog } from '../shared/server/http/log.ts'
import { type Jobs, startJobs } from '../shared/server/jobs/jobs.ts'
import type { App } from '../shared/server/services.ts'
import { clearTempFiles } from '../shared/server/storage/temp-folders.ts'
import { type DatabaseHandle, isEmpty, openDatabase } from './bootstrap.ts'
import { takeFirstBase } from './daily-backup-job.ts'
import { exitWith } from './exits.ts'

/** Time that running requests get after a stop signal. */
const drainTimeoutMs = 10_000
/** Time that a slow reader of the log gets at the end. */
const logTimeoutMs = 4000
/** Time within which another Quad on the same data folder is detected. */
const folderCheckMs = 100

let isStopping = false

/** Starts Quad: database, schema, demo, server. */
export async function runServer(config: Config): Promise<void> {
  setFlagsFromString('--heap-growing-percent=60') // by default, V8 lets the heap grow to four times the live data
  const opening = openDatabase(config).catch(exitWith)
  // Loads the server's code while PostgreSQL starts, but reports an early failure before that.
  await Promise.race([opening, sleep(folderCheckMs)])
  const [database, server, jobs] = await Promise.all([opening, import('./server.ts'), import('./jobs.ts')])
  try {
    await start(config, database, { ...server, ...jobs })
  } catch (error) {
    // A signal during the start closes what the start still needs; then the exit code is that of the stop.
    if (!isStopping) {
      await database.close().catch(() => {})
      exitWith(toMessage(error, config))
    }
  }
}

/** What is loaded while PostgreSQL starts. */
type Parts = Pick<typeof import('./server.ts'), 'buildServer'> &
  Pick<typeof import('./jobs.ts'), 'buildJobs' | 'endExpiredAuthorship'>

async function start(config: Config, opened: DatabaseHandle, { buildServer, buildJobs, endExpiredAuthorship }: Parts) {
  clearTempFiles(config.dataDir)
  const app = await buildServer(config, opened.db, opened.keys, () => isStopping)
  process.on('uncaughtExceptionMonitor', (err, origin) => app.http.log.fatal({ err, origin }, 'crashed'))
  if (config.demo) await prepareDemo(app)
  const tracing = await openTracing(config, app)
  let starting: Promise<Jobs> | undefined
  let publishing: ReturnType<App['pending']['start']> | undefined
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    const late = setTimeout(() => process.exit(1), config.drainSeconds * 1000 + drainTimeoutMs + 5000)
    const jobs = await starting?.catch(() => undefined)
    if (jobs) await sleep(config.drainSeconds * 1000)
    await Promise.race([app.http.close(), sleep(drainTimeoutMs)])
    await publishing?.stop()
    await jobs?.stop()
    await Promise.all([tracing?.stop(), opened.close()])
    await flushLog(logTimeoutMs)
    clearTimeout(late)
    process.exit(0)
  }
  process.on('SIGINT', stop) // before the server is reachable, so that it can be stopped from then on
  process.on('SIGTERM', stop)

  await endExpiredAuthorship(app) // the database may come from a backup
  compactHeap()
  await app.http.listen({ port: config.port, host: config.host })
  starting = startJobs(opened.connection, buildJobs(app))
  await starting
  if (isStopping) return
  publishing = app.pending.start(app.db, (err) => app.http.log.error({ err }, 'failed to publish anonymous items'))
  takeFirstBase(config, app.db).catch((err) => app.http.log.error({ err }, 'failed to copy the database'))
  announce(config, opened.notes)
}

/**
 * Returns the memory that loading the code has used. V8 itself shrinks the young generation only when a collection of the
 * whole heap finds the process idle, which a server that waits for its first request may never have.
 */
function compactHeap() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' })
}

/** Loads OpenTelemetry only where traces are exported. */
async function openTracing({ tracing, port }: Config, { http }: App) {
  if (!tracing) return undefined
  const [{ startTracing }, { tableOwners }] = await Promise.all([
    import('../shared/server/tracing/exporter.ts'),
    import('./tables.ts'),
  ])
  return startTracing({ tracing, port }, Object.keys(tableOwners), (isFailing, err) => {
    if (isFailing) http.log.warn({ err }, 'traces are lost: the collector does not take them')
    else http.log.info('traces are exported again')
  })
}

/** Runs before the server listens, so that the first page shows a complete demo. */
async function prepareDemo(app: App) {
  const { db, anonymity } = app
  await withAdvisoryLock(db, 'quad demo', async () => {
    if (await isEmpty(db)) {
      console.log('Creating the demo campus …')
      const { seedDemo } = await import('../../demo/seed.ts')
      await seedDemo(db, anonymity)
    }
    if ((await listSchoolsWithoutPictures(db)).length > 0) await addPictures(app)
  })
}

/** The demo works without its pictures, so a failure does not stop the start; the next start tries again. */
async function addPictures({ db, storage, http }: App) {
  const { addBuiltPictures } = await import('../../demo/picture-rows.ts')
  try {
    http.log.info(await addBuiltPictures(db, storage), 'demo pictures added')
  } catch (err) {
    http.log.error({ err }, 'failed to add demo pictures')
  }
}

function announce(config: Config, notes: readonly string[]) {
  for (const note of [...notes, ...config.warnings]) console.log(note)
  console.log(`${config.productName} is ready at ${config.publicUrl}`)
  if (!config.demo) return
  console.log('This is the demo. Sign in with either button and choose who you are:')
  for (const { email, name, about } of demoPeople) console.log(`  ${email.padEnd(28)} ${name}, ${about}`)
}

function toMessage(error: unknown, config: Config): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `Port ${config.port} is in use. Stop the process that uses it, or set PORT to another port.`
  if (code === 'EACCES') return `Port ${config.port} requires root. Set PORT to a port above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${config.host} is not an address of this machine. Set HOST to a local address.`
  return error
}
