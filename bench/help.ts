// The lists of questions and confessions in a school that has few of them, and the same lists once it has many, over HTTP
// against a server of our own. `node bench/help.ts`
import { sql } from 'kysely'
import { makePeople, openServer, percentile } from './server.ts'

/** Fewer than a person may ask for in a minute. */
const rounds = 60
const few = 10_000
const many = 100_000

const server = await openServer()
try {
  const [me] = await makePeople(server.db, 1)
  if (!me) throw new Error('nobody')
  const get = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(server.address + path, { headers: { cookie: me.cookie } })
    await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return performance.now() - began
  }
  const paths = [
    '/api/confessions',
    '/api/confessions?sort=most_liked',
    '/api/confessions?category=campus',
    '/api/confessions?search=statue',
    '/api/assignments',
    '/api/assignments?subject=Physics',
    '/api/assignments?filter=unsolved',
    '/api/assignments?sort=due-soon',
    '/api/assignments?sort=most-answers',
    '/api/assignments?search=harmonic',
    '/api/assignments/similar?title=Solving+quadratic+equations',
    '/api/assignments/leaderboard',
  ]
  const measure = async () => {
    const times = new Map(paths.map((path) => [path, [] as number[]]))
    for (let round = -10; round < rounds; round++)
      for (const path of paths) {
        const time = await get(path)
        if (round >= 0) times.get(path)?.push(time)
      }
    return new Map([...times].map(([path, all]) => [path, percentile(all, 50)]))
  }
  await fill(me.schoolId, 1, few)
  const before = await measure()
  await fill(me.schoolId, few + 1, many)
  const after = await measure()
  console.log(`p50 with ${few} and with ${many} questions and confessions in the school`)
  for (const [path, time] of before) {
    const later = after.get(path) ?? 0
    console.log(`${path}: ${time.toFixed(1)} ms, ${later.toFixed(1)} ms, ratio ${(later / time).toFixed(2)}`)
  }
} finally {
  await server.close()
}

/** Questions and confessions of a school, numbered; without triggers, which count one by one. */
async function fill(school: string, from: number, to: number): Promise<void> {
  await server.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`insert into confessions (school_id, id, confession_number, author_tag, author_seal, content, category,
        likes_count, created_at)
      select ${school}, gen_random_uuid(), n + 1000, sha256(n::text::bytea), sha256(n::text::bytea),
        'Confession number ' || n || ' about ' || (array['soup', 'fog', 'bells'])[1 + n % 3],
        (array['general', 'academic', 'social', 'personal', 'campus', 'relationships'])[1 + n % 6], n % 40,
        date_trunc('minute', now() - make_interval(mins => ${many} - n))
      from generate_series(${from}::int, ${to}::int) as n`.execute(trx)
    await sql`insert into assignments (school_id, id, author_id, title, description, subject, solved, answers_count,
        due_date, created_at)
      select ${school}, gen_random_uuid(), people.ids[1 + n % cardinality(people.ids)],
        'Question ' || n || ' on ' || (array['limits', 'tides', 'verbs'])[1 + n % 3], 'How does this go, please?',
        (array['Mathematics', 'Physics', 'Other'])[1 + n % 3], n % 2 = 0, n % 5,
        case when n % 4 = 0 then now() + make_interval(mins => n % 10000) end,
        now() - make_interval(mins => ${many} - n)
      from generate_series(${from}::int, ${to}::int) as n,
        (select array_agg(id) as ids from users where school_id = ${school} and deleted_at is null) as people`.execute(
      trx,
    )
  })
  await sql`analyze`.execute(server.db)
}
