import { spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../src/app/bootstrap.ts'
import { createSessionToken } from '../src/shared/server/auth/session.ts'
import { readConfig } from '../src/shared/server/config.ts'
import type { Db } from '../src/shared/server/db/pools.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { freePort } from '../tools/services.ts'

export type Person = { readonly id: string; readonly schoolId: string; readonly cookie: string }

/** A server in a separate process and empty folder, with a direct connection to its database. */
export async function openServer(settings: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'quad-bench-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
  const server = await startServer(folder, settings)
  const { db, connection, close } = await openDatabase(readConfig({ DATA_DIR: join(folder, 'data'), ...settings }), {
    attach: true,
  })
  return {
    ...server,
    folder,
    db,
    connection,
    async close() {
      await close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Starts a server process on the data of a folder, like `npm start`. Logs to a file in the folder, at the default
 * level.
 */
export async function startServer(folder: string, settings: Readonly<Record<string, string>> = {}) {
  const port = Number(settings.PORT) || (await freePort())
  const address = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    NODE_COMPILE_CACHE: 'node_modules/.cache/quad',
    ...settings,
  }
  const log = openSync(join(folder, 'server.log'), 'a')
  const server = spawn(process.execPath, ['--max-semi-space-size=8', 'src/app/main.ts'], {
    env,
    stdio: ['ignore', log, 'inherit'],
  })
  closeSync(log)
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries > 600) throw new Error('The server did not start.')
    await sleep(100)
  }
  const kilobytes = (what: string) =>
    Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1])
  return {
    address,
    pid: Number(server.pid),
    port,
    /** Memory of the server's process in bytes. */
    memory: () => kilobytes('VmRSS') * 1024,
    /** Waits until the server is idle, including work that the driver did not wait for. */
    async calm() {
      for (;;) {
        const text = await (await fetch(`${address}/metrics`)).text()
        const of = (state: string) => new RegExp(`quad_database_connections{state="${state}"} (\\d+)`).exec(text)?.[1]
        if (of('waiting') === '0' && of('open') === of('idle')) return
        await sleep(20)
      }
    },
    /** Milliseconds of processor time so far, of the server's process and of its PostgreSQL. */
    processorTime() {
      const postmaster = Number(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0])
      const database = listProcesses().filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
      const own = listProcesses().find(({ pid }) => pid === server.pid)
      return { server: own?.spent ?? 0, database: database.reduce((sum, { spent }) => sum + spent, 0) }
    },
    /** Peak memory of the server's process in bytes. */
    peak: () => kilobytes('VmHWM') * 1024,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGTERM')
      await new Promise((resolve) => server.once('exit', resolve))
    },
  }
}

/** Creates signed-in students in a new school. */
export async function makePeople(db: Db, count: number): Promise<Person[]> {
  const schoolId = newId()
  await db
    .insertInto('schools')
    .values({ id: schoolId, name: 'Bench', email_domain: `${schoolId}.example`, country: 'Nowhere' })
    .execute()
  const people: Person[] = []
  for (let done = 0; done < count; done += 1000) {
    const some = Array.from({ length: Math.min(1000, count - done) }, () => ({
      id: newId(),
      ...createSessionToken(schoolId),
    }))
    const rows = some.map(({ id }) => ({
      school_id: schoolId,
      id,
      name: 'Bench Student',
      email: `${id}@bench.example`,
      last_active_at: new Date(),
    }))
    await db.insertInto('users').values(rows).execute()
    const expires_at = new Date(Date.now() + 86_400_000)
    await db
      .insertInto('sessions')
      .values(
        some.map(({ id, hash }) => ({ school_id: schoolId, token_hash: hash, id: newId(), user_id: id, expires_at })),
      )
      .execute()
    people.push(...some.map(({ id, token }) => ({ id, schoolId, cookie: `quad=${token}` })))
  }
  return people
}

export const median = (numbers: readonly number[]): number => percentile(numbers, 50)

/** The given percentile of the numbers. */
export const percentile = (numbers: readonly number[], percent: number): number =>
  numbers.toSorted((number, nextNumber) => number - nextNumber)[
    Math.min(numbers.length - 1, Math.floor((numbers.length * percent) / 100))
  ] ?? 0

/** Processes of this machine, with the milliseconds of processor time that they and their ended children spent. */
export function listProcesses() {
  const tick = 10 // milliseconds; Linux counts in hundredths of a second
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number)
      const [parent = 0, times] = [fields[1], fields.slice(11, 15)]
      return [{ pid: Number(name), parent, spent: times.reduce((sum, ticks) => sum + ticks, 0) * tick }]
    } catch {
      return [] // it has ended meanwhile
    }
  })
}
