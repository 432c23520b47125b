// `node bench/ad-counts.ts`: impressions per second on one ad, each counted in a transaction of its own as before, and written
// together by the servers. Two servers are simulated in this process, each with its own connections to one PostgreSQL with
// durable commits: what one hot row carries. Then over HTTP at one server, with the driver on the same machine.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openAdCounter } from '../src/features/ads/server/counting.ts'
import { withUserTransaction } from '../src/shared/server/auth/moderation-status.ts'
import type { Viewer } from '../src/shared/server/auth/viewer.ts'
import { migrate } from '../src/shared/server/db/migrate.ts'
import { type Db, openDb } from '../src/shared/server/db/pools.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { openRateLimits } from '../src/shared/server/http/rate-limits.ts'
import { freePort, startPostgres } from '../tools/services.ts'
import type { Shot } from './calls.ts'
import { drive } from './drive.ts'
import { makePeople, openServer, type Person } from './server.ts'

const servers = 2
const schools = 20
const users = 60_000
const seconds = 8
/** Impressions that wait for their answer at each server. */
const concurrent = 200

const folder = mkdtempSync(join(tmpdir(), 'quad-bench-'))
chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
const postgres = await startPostgres(folder, await freePort())
const dbs = Array.from({ length: servers }, () => openDb(postgres.url))
const [db] = dbs as [Db]
await migrate(db)
const schoolIds = Array.from({ length: schools }, newId)
for (const id of schoolIds)
  await db
    .insertInto('schools')
    .values({ id, name: 'Bench', email_domain: `${id}.example`, country: 'Nowhere' })
    .execute()
const viewers = Array.from({ length: users }, (_, index) => ({
  id: newId(),
  schoolId: schoolIds[index % schools] ?? '',
}))
for (let done = 0; done < users; done += 2000) {
  const rows = viewers
    .slice(done, done + 2000)
    .map(({ id, schoolId }) => ({ school_id: schoolId, id, name: 'Bench Student', email: `${id}@bench.example` }))
  await db.insertInto('users').values(rows).execute()
}

async function makeAd(db: Db): Promise<string> {
  const id = newId()
  await db.insertInto('ads').values({ id, title: 'Tea', description: 'Hot', target_url: '#' }).execute()
  return id
}

type Count = (viewer: Viewer, ad: string) => Promise<boolean>

/** The statements of the previous release. */
const countAlone =
  (own: Db): Count =>
  (viewer, ad) =>
    withUserTransaction(own, viewer, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('ads')
        .set({ current_impressions: sql`current_impressions + 1` })
        .where('id', '=', ad)
        .executeTakeFirst()
      await sql`insert into ad_days as day (ad_id, day, impressions) values (${ad}, (now() at time zone 'UTC')::date, 1)
        on conflict (ad_id, day) do update set impressions = day.impressions + 1`.execute(trx)
      return numUpdatedRows > 0n
    })

async function measure(name: string, counts: readonly Count[]) {
  const ad = await makeAd(db)
  let [next, counted] = [0, 0]
  const times: number[] = []
  const began = performance.now()
  const end = began + seconds * 1000
  const work = async (count: Count) => {
    for (;;) {
      const viewer = viewers[next++]
      const start = performance.now()
      if (!viewer || start > end) return
      if (await count(viewer as Viewer, ad)) counted++
      times.push(performance.now() - start)
    }
  }
  await Promise.all(counts.flatMap((count) => Array.from({ length: concurrent }, () => work(count))))
  const took = (performance.now() - began) / 1000
  const row = await db.selectFrom('ads').where('id', '=', ad).select('current_impressions').executeTakeFirstOrThrow()
  const day = await db.selectFrom('ad_days').where('ad_id', '=', ad).select('impressions').executeTakeFirstOrThrow()
  if (row.current_impressions !== counted || day.impressions !== counted) throw new Error('Impressions were lost.')
  const sorted = times.sort((one, other) => one - other)
  const percentile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  console.log(
    `${name.padEnd(24)} ${Math.round(counted / took)}/s, ${counted} counted exactly, p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`,
  )
  return counted / took
}

const limits = await openRateLimits(Buffer.from('a key'))
await measure('one transaction each', dbs.map(countAlone))
const together = await measure(
  'written together',
  dbs.map((own) => {
    const count = openAdCounter(own, limits)
    return (viewer: Viewer, ad: string) => count(viewer, ad, 'impressions')
  }),
)
await Promise.all(dbs.map((own) => own.destroy()))
await postgres.stop()
rmSync(folder, { recursive: true })
const overHttp = await measureHttp()
process.exit(Math.min(together, overHttp) >= 5000 ? 0 : 1)

/** Each request is the first impression of another user. */
async function measureHttp(): Promise<number> {
  const server = await openServer()
  try {
    const people: Person[] = []
    for (let school = 0; school < schools; school++) people.push(...(await makePeople(server.db, users / schools)))
    const send = async (ad: string, duration: number) => {
      const shot = (at: number): Shot => ({
        ...{ method: 'POST', path: `/api/ads/${ad}/impression`, body: '{"pageUrl":"/dashboard"}' },
        person: people[at % people.length] as Person,
      })
      return drive(server.address, { name: 'impression', shot }, concurrent, duration, { shots: people.length })
    }
    await send(await makeAd(server.db), 1) // compiles
    const ad = await makeAd(server.db)
    const { requests, perSecond, refused, p50, p99 } = await send(ad, Math.min(seconds, 6))
    await server.calm()
    const row = await server.db.selectFrom('ads').where('id', '=', ad).select('current_impressions').executeTakeFirst()
    const counted = row?.current_impressions ?? 0
    if (refused > 0) throw new Error(`${refused} impressions were refused.`)
    if (counted < Math.min(requests, users)) throw new Error(`Of ${requests} impressions, ${counted} were counted.`)
    console.log(
      `${'over HTTP'.padEnd(24)} ${Math.round(perSecond)}/s, ${counted} counted, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    )
    return perSecond
  } finally {
    await server.close()
  }
}
