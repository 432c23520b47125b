// F30: PostgreSQL's recovery after a kill is long or slow.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { freePort, startNode } from '../tools/services.ts'
import { beside, type Fault, inFolder, readyAgain, signIn } from './kit.ts'
import { Ledger, verify, whileWriting } from './ledger.ts'
import { toLockPath } from './recovery.ts'

const pause = 40

export const longLog: Fault = {
  name: 'F30',
  title: 'kill -9 of server and PostgreSQL with 300 MB of log to recover',
  rounds: 3,
  run: (rounds) =>
    inFolder(async (folder) => {
      const data = join(folder, 'data')
      const ledger = new Ledger(folder)
      const port = await freePort()
      const returns: number[] = []
      let logged = 0
      let node = startNode(port, { DATA_DIR: data })
      for (let round = 0; round < rounds; round++) {
        await node.ready()
        const writers = [await signIn(node.address, 'ada@northfield.example')]
        await whileWriting(node.address, writers, ledger, pause, async () => {
          logged = Math.max(logged, await beside(data, writeLog))
          node.process.kill('SIGKILL')
          const [pid] = readFileSync(toLockPath(data), 'utf8').split('\n')
          process.kill(Number(pid), 'SIGKILL')
        })
        await node.ended
        node = startNode(port, { DATA_DIR: data })
        returns.push(await readyAgain(node.address))
      }
      await node.stop()
      delayRecovery(data)
      node = startNode(port, { DATA_DIR: data })
      const held = await readyAgain(node.address)
      const { figures, wrong } = await beside(data, (db) => verify(db, ledger))
      await node.stop()
      const slowest = Math.max(...returns)
      const more = {
        rounds,
        'log in MB': Math.round(logged / 1e6),
        'slowest return in ms': slowest,
        [`return in ms when PostgreSQL needs ${long} s`]: held,
      }
      return { figures: { ...figures, ...more }, wrong: slowest > 10_000 ? [...wrong, 'too slow'] : wrong }
    }),
}

/** Seconds of recovery: longer than any timeout for an unresponsive PostgreSQL. */
const long = 40

/** Makes PostgreSQL's next start run a slow recovery. */
function delayRecovery(data: string) {
  const slowly = `[ -e slowly ] || { touch slowly; sleep ${long}; }; false`
  writeFileSync(join(data, 'postgres/recovery.signal'), '')
  appendFileSync(join(data, 'postgres/postgresql.auto.conf'), `restore_command = '${slowly}'\n`)
}

/** Makes PostgreSQL write some 300 MB of log since its last checkpoint, and returns the amount. */
async function writeLog(db: Parameters<typeof verify>[0]): Promise<number> {
  await sql`set statement_timeout = 0`.execute(db)
  await sql`create table if not exists ballast (id int8, filling text)`.execute(db)
  await sql`checkpoint`.execute(db)
  const { rows: before } = await sql<{ at: string }>`select pg_current_wal_lsn() as at`.execute(db)
  for (let part = 0; part < 10; part++)
    await sql`insert into ballast select n, repeat('x', 900) from generate_series(1, 30000) n`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), ${before[0]?.at}::pg_lsn)::int8 as n`.execute(db)
  return rows[0]?.n ?? 0
}
