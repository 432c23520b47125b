// F13: clocks that are wrong, that jump, that disagree, and that change with daylight saving time.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { QuadNode } from '../tools/services.ts'
import { onClocks, type Scene } from './clock-scene.ts'
import { ask, type Fault, signIn } from './kit.ts'

const [minute, hour, day] = [60, 3600, 86_400]
/** Two seconds before New York's clocks change. */
const changes = { 'put back': '2026-11-01T05:59:58Z', 'put forward': '2027-03-14T06:59:58Z' }
/** Maximum age in seconds of what was just written. */
const justNow = 30

/** Expected statuses of the active user and of the user who is suspended for a day. */
type Expected = { readonly reader: number; readonly suspended: number }
const usual: Expected = { reader: 200, suspended: 423 }

export const clocks: Fault = {
  name: 'F13',
  title: 'clocks of servers and of PostgreSQL that jump, disagree, and change with the season',
  rounds: 6,
  run: (posts) =>
    onClocks(async (scene) => {
      const { nodes, people, wrong, set, db } = scene
      await logJobs(db)
      let clocksSeen = 0
      const look = async (name: string, expected: Expected) => {
        clocksSeen++
        wrong.push(...(await lookAround(scene, posts, expected)).map((what) => `${name}: ${what}`))
      }
      set(0, 90, 0)
      await look('90 s apart', usual)
      await sleep(130_000) // two minutes begin, on both servers
      for (const [name, ahead] of [
        ['an hour ahead', hour],
        ['an hour behind', -hour],
        ['a month ahead', 31 * day],
      ] as const) {
        set(0, ahead, 0)
        await look(`one server ${name}`, usual)
        await signIn(nodes[1]?.address ?? '', `late${clocksSeen}@northfield.example`)
      }
      set(0, 0, hour)
      await look('PostgreSQL an hour ahead', usual)
      set(0, 0, -hour)
      await look('PostgreSQL an hour behind', usual)
      set(0, 0, 2 * day)
      await look('PostgreSQL two days ahead', { reader: 200, suspended: 200 })
      set(0, 0, 31 * day)
      await look('PostgreSQL a month ahead', { reader: 401, suspended: 401 })
      set(0, 0, 0)
      await look('all right again', usual)
      for (const [name, at] of Object.entries(changes)) {
        const ahead = Math.round((Date.parse(at) - Date.now()) / 1000)
        set(ahead, ahead, ahead)
        people.reader = await signIn(nodes[0]?.address ?? '', 'grace@northfield.example') // in March the old session has expired
        await look(`the clocks are ${name}`, { reader: 200, suspended: ahead < 0 ? 423 : 401 })
      }
      set(0, 0, 0)
      const before = await sealings(db)
      for (const deadline = Date.now() + 3 * minute * 1000; (await sealings(db)) === before; await sleep(1000))
        if (Date.now() > deadline) {
          wrong.push('no job has run since the clocks are right again')
          break
        }
      const { all, twice } = await jobsDone(db)
      if (twice > 0) wrong.push(`${twice} jobs were done twice for one time`)
      return {
        figures: { clocks: clocksSeen, 'posts at each': posts, 'jobs at their times': all, 'of these twice': twice },
        wrong,
      }
    }),
}

/** Posts through both servers alternately, and reports replies that contradict the database's time. */
async function lookAround({ db, nodes, people }: Scene, posts: number, expected: Expected) {
  const wrong: string[] = []
  for (const { address } of nodes)
    for (const who of ['reader', 'suspended'] as const) {
      const { status } = await ask(address, people[who], 'GET', '/api/me')
      if (status !== expected[who]) wrong.push(`${who} was answered ${status}`)
    }
  if (expected.reader !== 200) return wrong
  const word = `tick${Math.random().toString(36).slice(2)}`
  const written: string[] = []
  for (let at = 0; at < posts; at++) {
    const { address } = nodes[at % nodes.length] as QuadNode
    const { status, body } = await ask(address, people.reader, 'POST', '/api/posts', { content: `${word} ${at}` })
    if (status !== 201) wrong.push(`a post was answered ${status} ${body.error}`)
    else written.push((body as { data: { id: string } }).data.id)
    await sleep(500) // so that the clock changes between them
  }
  const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 as now`.execute(db)
  for (const { address } of nodes) {
    const answer = await ask(address, people.reader, 'GET', `/api/posts/feed?search=${word}`)
    const shown = (answer.body as { data?: { id: string; created_at: number }[] }).data ?? []
    if (shown.map(({ id }) => id).join() !== written.toReversed().join()) wrong.push('posts are not in their order')
    const ages = shown.map(({ created_at }) => (rows[0]?.now ?? 0) - created_at)
    if (ages.some((age) => age < 0 || age > justNow)) wrong.push(`posts of just now are ${ages.map(Math.round)} s old`)
  }
  return wrong
}

/** Logs each scheduled job run in a separate table from now on. */
export async function logJobs(db: Db) {
  await sql`create table job_log (name text, at text)`.execute(db)
  await sql`create function log_job() returns trigger language plpgsql as $$ begin
    insert into job_log select identifier, new.payload -> '_cron' ->> 'ts' from graphile_worker._private_tasks
      where id = new.task_id and new.payload -> '_cron' is not null;
    return new; end $$`.execute(db)
  await sql`create trigger log_job after insert on graphile_worker._private_jobs for each row execute function log_job()`.execute(
    db,
  )
}

export async function jobsDone(db: Db) {
  const { rows } = await sql<{ all: number; twice: number }>`
    select coalesce(sum(n), 0)::int as all, coalesce(sum(n - 1), 0)::int as twice
    from (select count(*) as n from job_log group by name, at) as done`.execute(db)
  return rows[0] ?? { all: 0, twice: 0 }
}

async function sealings(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from job_log where name = 'seal_audit_log'`.execute(db)
  return rows[0]?.n ?? 0
}
