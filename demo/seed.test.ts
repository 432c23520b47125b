import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { isEmpty } from '../src/app/bootstrap.ts'
import { contentTypes } from '../src/app/registries.ts'
import { appealStates } from '../src/features/appeals/contract.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import type { App } from '../src/shared/server/services.ts'
import { openTestApp } from '../src/testing/app.ts'
import { cast } from './cast.ts'
import { seedDemo } from './seed.ts'

let again: App
const hour = 3_600_000

const app = await openTestApp()
beforeAll(async () => {
  again = await openTestApp()
  expect(await isEmpty(app.db)).toBe(true)
  await Promise.all([
    seedDemo(app.db, app.anonymity),
    seedDemo(again.db, again.anonymity, Date.now() - 31.7 * hour), // another day, at another hour
  ])
})

const queryRows = async (statement: string, { db }: App = app) =>
  (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows

test('builds the demo only in an empty database', async () => {
  expect(await isEmpty(app.db)).toBe(false)
})

test('builds the same campus on every machine, at any time', async () => {
  for (const statement of [
    'select name, email_domain, type, is_active, member_count, student_count from schools order by name',
    'select name, email, role, major, bio, location, blocked_as from users order by email',
    'select content, type, is_anonymous, like_count, comment_count from posts order by content, id',
    'select name, title, total_ratings, average_rating, tags_summary from professors order by name, total_ratings',
    'select review_text, overall_rating, helpful_count from ratings order by 1, 2, 3',
    'select content, is_anonymous, like_count from comments order by content, like_count, is_anonymous',
    'select title, answers_count, solved from assignments order by title, answers_count',
    'select confession_number, content, likes_count from confessions order by content, confession_number',
    'select users.email, points from point_totals join users on users.id = user_id order by 1',
    `select one.email, other.email as friend from friendships
      join users as one on one.id = user_id join users as other on other.id = friend_id order by 1, 2`,
    `select one.email, other.email as addressee from friend_requests
      join users as one on one.id = requester_id join users as other on other.id = addressee_id order by 1, 2`,
  ]) {
    const rows = await queryRows(statement)
    expect(rows.length, statement).toBeGreaterThan(2)
    expect(await queryRows(statement, again), statement).toEqual(rows)
  }
  const tables = await queryRows(`select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  for (const { name } of tables) {
    const count = `select count(*)::int as count from ${name}`
    expect(await queryRows(count, again), String(name)).toEqual(await queryRows(count))
  }
})

const listedTypes = contentTypes.flatMap(({ kind, listed }) => (listed ? [{ kind, listed }] : []))
test.each(listedTypes)('shows content of the type $kind', async ({ kind, listed: { table, where = sql`true` } }) => {
  const { rows } = await sql`select from ${sql.table(table)} as item where ${where} limit 1`.execute(app.db)
  expect(rows.length, `demo/seed.ts adds no ${kind}`).toBe(1)
})

test.each([
  ['likes of posts', 'posts as of', 'of.like_count', 'post_likes where post_id = of.id'],
  ['likes of comments', 'comments as of', 'of.like_count', 'comment_likes where comment_id = of.id'],
  ['comments of posts', 'posts as of', 'of.comment_count', 'comments where post_id = of.id'],
  ['ratings of professors', 'professors as of', 'of.total_ratings', 'ratings where professor_id = of.id'],
  ['helpful votes', 'ratings as of', 'of.helpful_count', 'rating_votes where rating_id = of.id and is_helpful'],
  ['professors of departments', 'departments as of', 'of.professors_count', 'professors where department_id = of.id'],
  ['answers', 'assignments as of', 'of.answers_count', 'assignment_answers where assignment_id = of.id'],
  ['likes of confessions', 'confessions as of', 'of.likes_count', 'confession_likes where confession_id = of.id'],
  [
    'points',
    '(select user_id as id, points from point_totals) as of',
    'of.points',
    'generate_series(1, (select sum(points)::int from points where user_id = of.id))',
  ],
  ['members of groups', 'groups as of', 'of.members_count', 'group_members where group_id = of.id'],
  [
    'votes of polls',
    'poll_options as of',
    'of.votes',
    'poll_votes where poll_votes.post_id = of.post_id and poll_votes.position = of.position',
  ],
  ['members of schools', 'schools as of', 'of.member_count', 'users where school_id = of.id and deleted_at is null'],
])('a recount of the %s finds no difference', async (_what, of, count, rows) => {
  expect(await queryRows(`select from ${of} where ${count} > 0`)).not.toEqual([])
  expect(await queryRows(`select from ${of} where ${count} <> (select count(*) from ${rows})`)).toEqual([])
})

test('each school has 3 departments and 40 professors with 600 ratings, and a single 5.0 is not first', async () => {
  const figures = 'departments, professors, ratings'
  const full = { departments: 3, professors: 40, ratings: 600 }
  expect(await queryRows(`select ${figures} from professor_totals`)).toEqual([full, full])
  const lucky = 'total_ratings = 1 and average_rating = 5'
  const better = `exists (select from professors as other where other.school_id = of.school_id
    and other.total_ratings > 10 and other.average_rating < 5 and other.score > of.score)`
  expect((await queryRows(`select from professors as of where ${lucky} and ${better}`)).length).toBe(2)
})

test('each school has a removal, a warning, a suspension and an appeal in each state, with a statement of reasons', async () => {
  const appeals = await queryRows(`
    select schools.name, array_agg(distinct appeal.state order by appeal.state) as states,
      array_agg(distinct action.action_type order by action.action_type) as types,
      bool_and(length(action.facts) >= 10 and action.rule_title is not null) as are_stated,
      bool_and((appeal.state = 'changed') = exists (select from moderation_actions as milder
        where milder.school_id = action.school_id and milder.replaces = action.id)) as are_replaced
    from appeals as appeal join moderation_actions as action on action.school_id = appeal.school_id and action.id = appeal.decision_id
    join schools on schools.id = appeal.school_id group by schools.name`)
  expect(appeals.length).toBeGreaterThan(0)
  for (const { name, ...found } of appeals)
    expect(found, String(name)).toEqual({
      states: [...appealStates].sort(),
      types: ['remove', 'suspend', 'warn'],
      are_stated: true,
      are_replaced: true,
    })
})

test('no timestamp is in the future', async () => {
  const ahead = [
    'expires_at',
    'blocked_until',
    'start_date',
    'end_date',
    'due_date',
    'appeal_until',
    'claimed_until',
    'due_at',
    'late_at',
  ]
  const columns = await queryRows(`select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'`)
  expect(columns.length).toBeGreaterThan(10)
  for (const { table, column } of columns) {
    if (ahead.includes(String(column))) continue
    expect(await queryRows(`select * from ${table} where ${column} > now()`), `${table}.${column}`).toEqual([])
  }
  const tellsTime = "substring(id::text, 15, 1) = '7'" // the version; ids of anonymous rows reveal no time
  for (const table of ['schools', 'users', 'posts', 'comments', 'assignments', 'assignment_answers'])
    expect(await queryRows(`select id from ${table} where ${tellsTime} and id > '${newId()}'`), table).toEqual([])
})

test('no user posts before they joined, or answers or likes an item before it existed', async () => {
  for (const statement of [
    'posts join users on users.id = author_id where posts.created_at < users.created_at',
    "comments join posts on posts.id = post_id where comments.created_at < date_trunc('minute', posts.created_at)",
    "post_likes as own join posts on posts.id = post_id where own.created_at < date_trunc('minute', posts.created_at)",
    'assignments join users on users.id = author_id where assignments.created_at < users.created_at',
    `assignment_answers as answer join assignments on assignments.id = assignment_id
      where answer.created_at < assignments.created_at or answer.author_id = assignments.author_id`,
    `answer_votes as vote join assignment_answers as answer on answer.id = answer_id
      where vote.created_at < answer.created_at or vote.user_id = answer.author_id`,
    `comments as reply join comments as parent on parent.id = reply.parent_id
      where reply.created_at < date_trunc('minute', parent.created_at)`,
  ])
    expect(await queryRows(`select from ${statement}`), statement).toEqual([])
})

test('every anonymous row is sealed and can be unsealed with the key', async () => {
  const people = new Set((await queryRows('select school_id || id::text as who from users')).map(({ who }) => who))
  for (const kind of ['post', 'comment'] as const) {
    const rows = await app.db.selectFrom(`${kind}s`).selectAll().where('is_anonymous', '=', true).execute()
    expect(rows.length, `the demo must have anonymous ${kind}s`).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.author_id).toBeNull()
      expect(row.id[14]).toBe('4')
      expect(row.created_at.getTime() % 60_000).toBe(0)
      const item = { schoolId: row.school_id, kind, id: row.id }
      const author = (await app.anonymity.unsealContent(row.author_seal ?? Buffer.alloc(0), item)).authorId
      expect(people.has(row.school_id + author)).toBe(true)
      expect(await app.anonymity.isAuthor(author, item, row.author_tag)).toBe(true)
    }
  }
})

test('an anonymous rating is sealed and can be unsealed with the key', async () => {
  const rows = await app.db.selectFrom('ratings').selectAll().where('is_anonymous', '=', true).execute()
  expect(rows.length).toBeGreaterThan(500)
  for (const { school_id, id, author_seal, author_tag, created_at } of rows.slice(0, 50)) {
    const item = { schoolId: school_id, kind: 'rating', id }
    const author = (await app.anonymity.unsealContent(author_seal ?? Buffer.alloc(0), item)).authorId
    expect(await app.anonymity.isAuthor(author, item, author_tag)).toBe(true)
    expect([id[14], created_at.getTime() % 60_000]).toEqual(['4', 0])
  }
})

test('Northfield has sixty questions and eighty confessions, numbered and sealed', async () => {
  const count = async (table: string) =>
    (
      await queryRows(`select count(*)::int as count from ${table} join schools on schools.id = school_id
      where email_domain = 'northfield.example'`)
    )[0]?.count
  expect([await count('assignments'), await count('confessions')]).toEqual([60, 80])
  const rows = await app.db
    .selectFrom('confessions')
    .where('state', '=', 'shown')
    .selectAll()
    .orderBy('school_id')
    .orderBy('created_at')
    .execute()
  for (const [at, row] of rows.entries()) {
    const item = { schoolId: row.school_id, kind: 'confession', id: row.id }
    const author = (await app.anonymity.unsealContent(row.author_seal, item)).authorId
    expect(await app.anonymity.isAuthor(author, item, row.author_tag)).toBe(true)
    const before = rows[at - 1]
    const isSame = before?.school_id === row.school_id && before.created_at.getTime() === row.created_at.getTime()
    if (!isSame)
      expect(row.confession_number).toBe(before?.school_id === row.school_id ? (before.confession_number ?? 0) + 1 : 1)
  }
})

test('authors who comment below their own anonymous post stay anonymous there', async () => {
  const rows = await app.db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .where('posts.is_anonymous', '=', true)
    .select([
      'posts.id as post',
      'posts.author_seal as seal',
      'posts.school_id',
      'comments.author_id',
      'comments.content',
    ])
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const { post, seal, school_id, author_id, content } of rows) {
    const item = { schoolId: school_id, kind: 'post', id: post }
    expect((await app.anonymity.unsealContent(seal ?? Buffer.alloc(0), item)).authorId, content).not.toBe(author_id)
  }
})

test('two users have at most one relation, and every tab of Ada’s friends has entries', async () => {
  expect(
    await queryRows(`select from friend_requests as asked where
      exists (select from friendships where user_id = requester_id and friend_id = addressee_id)
      or exists (select from blocks where (blocker_id, blocked_id) in ((requester_id, addressee_id), (addressee_id, requester_id)))`),
  ).toEqual([])
  expect(
    await queryRows(`select from blocks join friendships on user_id = blocker_id and friend_id = blocked_id`),
  ).toEqual([])
  const ada = `(select id from users where email = 'ada@northfield.example')`
  for (const rows of [
    `friendships where user_id = ${ada}`,
    `friend_requests where addressee_id = ${ada}`,
    `friend_requests where requester_id = ${ada}`,
    `blocks where blocker_id = ${ada}`,
  ])
    expect((await queryRows(`select from ${rows}`)).length, rows).toBeGreaterThan(0)
})

test('the cast exists with the described roles', async () => {
  const { rows } = await sql<{ email: string; role: string; blocked_as: string | null; school: string }>`
    select email, role, blocked_as, schools.name as school from users join schools on schools.id = school_id
    join identities on user_id = users.id and subject = email`.execute(app.db)
  for (const { email, role, school, sanction } of cast) {
    const blocked_as = sanction ? { ban: 'banned', suspend: 'suspended' }[sanction.type] : null
    expect(rows.find((row) => row.email === email)).toEqual({ email, role, school, blocked_as })
  }
  const friends = await queryRows(`select from friendships join users as one on one.id = user_id
    join users as other on other.id = friend_id
    where one.email ~ '^(ada|grace|alan)@northfield' and other.email ~ '^(ada|grace|alan)@northfield'`)
  expect(friends).toHaveLength(6)
  expect(
    await queryRows(`select from schools where name = 'Westbrook College' and not is_active and member_count = 0`),
  ).toHaveLength(1)
})
