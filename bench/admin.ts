// The first page of every list of the administration, with 1,000 things in the school and with 1,000,000 (and 100,000
// reports and decisions about them): how long the slowest twentieth of the requests takes, over HTTP. `node bench/admin.ts`
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { openDatabase } from '../src/app/open.ts'
import { buildServer } from '../src/app/server.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { type Db, newId } from '../src/shared/server/db.ts'
import { cookieName } from '../src/shared/server/serve.ts'
import { openSession } from '../src/shared/server/viewer.ts'

type Size = { readonly people: number; readonly content: number; readonly reports: number }
const sizes: readonly Size[] = [
  { people: 1000, content: 1000, reports: 1000 },
  { people: 20_000, content: 1_000_000, reports: 100_000 },
]
const calls = {
  reports: '/admin/reports',
  'reports, pending': '/admin/reports?status=pending',
  'reports, searched': '/admin/reports?search=lamp%207',
  history: '/admin/moderation/history',
  content: '/admin/content',
  'content, posts': '/admin/content?type=post',
  users: '/admin/users',
  overview: '/admin/stats',
  'analytics, a week': '/admin/analytics',
}
const rounds = 150
const warmUp = 20

const measured: Record<string, number>[] = []
for (const size of sizes) measured.push(await measure(size))
const [small = {}, large = {}] = measured
console.log(
  '\np95 in ms'.padEnd(25),
  sizes.map(({ content }) => content.toLocaleString('en').padStart(12)).join(''),
  '   ratio',
)
for (const name of Object.keys(calls)) {
  const [before = 0, after = 0] = [small[name], large[name]]
  console.log(
    name.padEnd(24),
    `${before.toFixed(1).padStart(12)}${after.toFixed(1).padStart(12)}`,
    (after / before).toFixed(1).padStart(8),
  )
}

async function measure(size: Size): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-bench-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as nobody, who has to get in
  const config = readConfig({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', PORT: '3999', DEMO: '1' })
  const opened = await openDatabase(config)
  const house = await buildServer(config, opened.db, opened.secretKey)
  try {
    console.log(`Filling a school with ${size.content.toLocaleString('en')} things …`)
    const dean = await fill(opened.db, size)
    const token = await openSession(opened.db, dean, { userAgent: 'bench', ip: undefined })
    const address = await house.http.listen({ port: 0, host: '127.0.0.1' })
    const headers = { cookie: `${cookieName(config.secure)}=${token}`, accept: 'application/json' }
    const found: Record<string, number> = {}
    for (const [name, path] of Object.entries(calls)) {
      const times: number[] = []
      for (let round = 0; round < rounds + warmUp; round++) {
        const began = performance.now()
        const response = await fetch(address + path, { headers })
        await response.text()
        if (!response.ok) throw new Error(`${path}: ${response.status}`)
        if (round >= warmUp) times.push(performance.now() - began)
      }
      times.sort((one, other) => one - other)
      found[name] = times[Math.floor(times.length * 0.95)] ?? 0
    }
    return found
  } finally {
    await house.http.close()
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A school of which half the things are posts and half comments, spread over a year; beside it a small one. */
async function fill(db: Db, { people, content, reports }: Size) {
  const run = async (statement: RawBuilder<unknown>) => {
    await db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection)
      await statement.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    })
  }
  const school = newId()
  const aged = (count: number) => sql`now() - interval '1 year' * (${count}::float8 - n) / ${count}::float8`
  await run(
    sql`insert into schools (id, name, email_domain, country, member_count) values (${school}, 'Big', 'big.example', 'X', ${people})`,
  )
  await run(
    sql`create unlogged table bench_people as select n, gen_random_uuid() as id from generate_series(1, ${people}::int) as n`,
  )
  await run(
    sql`create unlogged table bench_posts as select n, gen_random_uuid() as id from generate_series(1, ${content / 2}::int) as n`,
  )
  await run(sql`insert into users (school_id, id, name, email, role, terms_accepted_at, created_at, last_active_at)
    select ${school}, id, 'Person ' || n, 'p' || n || '@big.example', case n when 1 then 'admin' else 'student' end, now(),
      ${aged(people)}, now() - interval '1 day' * (n % 60) from bench_people as people`)
  await run(sql`drop index posts_by_text, comments_by_text`) // made again below: that is faster than keeping them
  await run(sql`create unique index on bench_people (n)`)
  await run(sql`create unique index on bench_posts (n)`)
  await run(sql`insert into posts (school_id, id, author_id, content, created_at)
    select ${school}, posts.id, people.id, 'Somebody left lamp ' || posts.n || ' in the library.', now() - interval '1 year' * (${content / 2}::float8 - posts.n) / ${content / 2}::float8
    from bench_posts as posts join bench_people as people on people.n = 1 + posts.n % ${people}::int`)
  await run(sql`insert into comments (school_id, id, post_id, author_id, content, created_at)
    select ${school}, gen_random_uuid(), posts.id, people.id, 'It is mine, lamp ' || posts.n || '.', now() - interval '1 year' * (${content / 2}::float8 - posts.n) / ${content / 2}::float8
    from bench_posts as posts join bench_people as people on people.n = 1 + posts.n % ${people}::int`)
  await run(sql`insert into reports (school_id, id, reporter_id, kind, content_id, reason, content, author_id, status, settled_at, created_at)
    select ${school}, gen_random_uuid(), reporter.id, 'post', posts.id, 'spam', 'Somebody left lamp ' || cases.n || ' in the library.', author.id,
      case cases.n % 20 when 0 then 'pending' else 'resolved' end, case cases.n % 20 when 0 then null else now() end, now() - interval '1 year' * (${reports}::float8 - cases.n) / ${reports}::float8
    from generate_series(1, ${reports}::int) as cases (n)
    join bench_posts as posts on posts.n = 1 + cases.n % ${content / 2}::int
    join bench_people as author on author.n = 1 + cases.n % ${people}::int
    join bench_people as reporter on reporter.n = 1 + (cases.n + 7) % ${people}::int
    on conflict do nothing`)
  await run(sql`insert into moderation_actions (school_id, id, user_id, action_type, reason, created_by_name, created_at)
    select ${school}, gen_random_uuid(), people.id, 'warn', 'Lamp ' || actions.n, 'Dean', now() - interval '1 year' * (${reports}::float8 - actions.n) / ${reports}::float8
    from generate_series(1, ${reports}::int) as actions (n) join bench_people as people on people.n = 1 + actions.n % ${people}::int`)
  await run(sql`create index posts_by_text on posts using gin (school_id, content gin_trgm_ops)`)
  await run(sql`create index comments_by_text on comments using gin (school_id, content gin_trgm_ops)`)
  await run(sql`vacuum analyze`)
  const { rows } = await sql<{ id: string }>`select id from bench_people where n = 1`.execute(db)
  return { id: rows[0]?.id ?? '', schoolId: school }
}
