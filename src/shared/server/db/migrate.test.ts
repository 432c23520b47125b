import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, inject, test } from 'vitest'
import { findBlockingChanges } from '../../../testing/blocking-changes.ts'
import { findContractions } from '../../../testing/contractions.ts'
import { concurrentIndexName, knownMigrations, migrate } from './migrate.ts'
import { type Db, openDb } from './pools.ts'

/** The last file before the one that creates the index on message texts. */
const old = 81
const next = old + 1
/** Up to this file, migrations were written before the first installation. */
const unused = 92

const opened: Db[] = []
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy()
})

/** A database of an older version; each call of `open` opens it for another program. */
async function openOld() {
  const { db, open } = await createDatabase()
  await migrate(db, old)
  return { db, open }
}

async function openCurrent(): Promise<Db> {
  const { db } = await createDatabase('template_quad')
  return db
}

async function createDatabase(template = 'template1') {
  const database = `t_${randomBytes(8).toString('hex')}`
  const server = openDb({ ...inject('cluster'), database: 'postgres' }, { max: 1 })
  await sql.raw(`create database ${database} template ${template}`).execute(server)
  await server.destroy()
  const open = () => {
    const db = openDb({ ...inject('cluster'), database }, { max: 4 })
    opened.push(db)
    return db
  }
  return { db: open(), open }
}

/** Locks the messages like a long write, until the returned function is called. */
async function writeLong(db: Db) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const written = db.transaction().execute(async (trx) => {
    await write(trx)
    begun.resolve()
    await promise
  })
  await begun.promise
  return async () => {
    resolve()
    await written
  }
}

const write = (db: Db) => sql`update messages set content = content`.execute(db)

async function findIndex(db: Db) {
  const { rows } = await sql<{ isWhole: boolean }>`
    select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass('messages_by_text')`.execute(db)
  return rows[0]
}

/** Waits until a process builds the index, and returns its id. */
async function waitForIndexBuilder(db: Db): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query like '%create index concurrently%' and pid <> pg_backend_pid()`.execute(
      db,
    )
    if (rows[0] && (await findIndex(db))) return rows[0].pid
    await sleep(20)
  }
}

test('does not block reads or writes while it builds an index, and makes a second server wait', async () => {
  const { db, open } = await openOld()
  const letGo = await writeLong(db)
  const both = Promise.all([migrate(open(), next), migrate(open(), next)])
  await waitForIndexBuilder(db)
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = 500`.execute(trx)
    await write(trx)
  })
  await letGo()
  expect((await both).toSorted((count, nextCount) => count - nextCount)).toEqual([0, 1])
  expect(await findIndex(db)).toEqual({ isWhole: true })
})

test('rebuilds an index whose build was interrupted', async () => {
  const { db, open } = await openOld()
  const letGo = await writeLong(db)
  const cut = migrate(open(), next).then(
    () => 'done',
    () => 'cut',
  )
  await sql`select pg_terminate_backend(${await waitForIndexBuilder(db)})`.execute(db)
  expect(await cut).toBe('cut')
  await letGo()
  expect(await findIndex(db)).toEqual({ isWhole: false })
  await migrate(open(), next)
  expect(await findIndex(db)).toEqual({ isWhole: true })
})

test("accepts a file's former version that was rewritten, and refuses any other change", async () => {
  const { db } = await openOld()
  await migrate(db)
  const set = (checksum: string) => sql`update migrations set checksum = ${checksum} where version = 82`.execute(db)
  await set('6067e4a7a713267d2bf98d32329914ab1a8ee4d6d8158dc13bac11228e69e310')
  expect(await migrate(db)).toBe(0)
  await set('something else')
  await expect(migrate(db)).rejects.toThrow('has changed since it was applied')
})

test('servers of the previous version work on the new schema during an upgrade', async () => {
  const { db } = await openOld()
  await migrate(db, 150)
  await sql`insert into ads (id, title, description, target_url)
    values ('00000000-0000-4000-8000-000000000001', 'Ad', 'Text', '#')`.execute(db)
  const insert = (table: string, hash: string) =>
    sql<{ ad_id: string }>`
    insert into ${sql.table(table)} (ad_id, hash) select id, ${Buffer.from(hash)} from ads
    on conflict do nothing returning ad_id`.execute(db)
  await insert('ad_sightings', 'before')
  await migrate(db)
  expect((await insert('ad_sightings', 'before')).rows).toEqual([])
  expect((await insert('ad_sightings', 'after')).rows).toHaveLength(1)
  expect((await insert('ad_impressions', 'after')).rows).toEqual([])
  await sql`delete from ad_sightings where created_at <= now() and hash = ${Buffer.from('before')}`.execute(db)
  const { rows } = await sql<{ hash: Buffer }>`select hash from ad_impressions`.execute(db)
  expect(rows.map(({ hash }) => String(hash))).toEqual(['after'])
  const { rows: former } = await sql`select conname from pg_constraint where conname like 'ad\\_sightings%'
    union all select relname from pg_class where relname like 'ad\\_sightings%' and relkind <> 'v'`.execute(db)
  expect(former).toEqual([])
  const id = '00000000-0000-4000-8000-000000000002'
  const { rows: visible } =
    await sql`select sees_into_group(${id}, ${id}, ${id}) as old, can_view_group(${id}, ${id}, ${id}) as new,
    sees_group_post(${id}, ${id}, ${id}) as old_post, can_view_group_post(${id}, ${id}, ${id}) as new_post`.execute(db)
  expect(visible).toEqual([{ old: false, new: false, old_post: false, new_post: false }])
})

test('works on the schema of a newer program until a migration takes away what it uses', async () => {
  const { db } = await createDatabase()
  await migrate(db)
  const newest = knownMigrations().at(-1)?.version ?? 0
  const apply = (version: number, minReader: number | null) =>
    sql`insert into migrations (version, name, checksum, min_reader)
      values (${version}, ${`${version}_of_the_next_release.sql`}, '', ${minReader})`.execute(db)
  await apply(newest + 1, 0)
  await apply(newest + 2, newest)
  expect(await migrate(db)).toBe(0)
  await apply(newest + 3, newest + 1)
  await expect(migrate(db)).rejects.toThrow(`it has migration ${newest + 3}_of_the_next_release.sql`)
  await sql`delete from migrations where version = ${newest + 3}`.execute(db)
  await apply(newest + 3, null)
  await expect(migrate(db)).rejects.toThrow('The database is newer than this program')
})

test('notes which programs can work on the schema, also in a database of an older program', async () => {
  const { db } = await createDatabase()
  await migrate(db, old)
  await sql`alter table migrations drop column min_reader`.execute(db)
  await migrate(db, next)
  const { rows } =
    await sql`select version, min_reader from migrations where version >= ${old} order by version`.execute(db)
  expect(rows).toEqual([
    { version: old, min_reader: null },
    { version: next, min_reader: 0 },
  ])
})

test('the weekly limit of openings counts those from before an upgrade, in the school of who opened them', async () => {
  const { db } = await createDatabase()
  await migrate(db, 535)
  const [school, other] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2']
  const [moderator, second] = ['00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000b2']
  await sql`insert into schools (id, name, email_domain, country) values
    (${school}, 'One', 'one.example', 'Nowhere'), (${other}, 'Two', 'two.example', 'Nowhere')`.execute(db)
  await sql`insert into users (school_id, id, name, email) values
    (${school}, ${moderator}, 'Ada', 'ada@one.example'), (${other}, ${second}, 'Grace', 'grace@two.example')`.execute(
    db,
  )
  const open = async (of: string, id: number, daysAgo: number, decidedBy: string | null = null) => {
    const request = `00000000-0000-4000-8000-0000000000c${id}`
    const at = new Date(Date.now() - daysAgo * 24 * 3600 * 1000)
    await sql`insert into seal_requests (school_id, id, kind, content_id, category, reason, state, requested_by, requested_by_name,
        opened_at, closes_at, notice_due, decided_by, decided_by_name, decided_at)
      values (${of}, ${request}, 'post', ${request}, 'threat', 'Reason', 'opened', ${moderator}, 'Ada', ${at}, ${at}, ${at},
        ${decidedBy}, ${decidedBy && 'Grace'}, ${decidedBy && at})`.execute(db)
    return request
  }
  const alone = await open(school, 1, 1)
  const elsewhere = await open(other, 2, 6)
  await open(school, 3, 8)
  await open(school, 4, 1, second)
  await migrate(db)
  const { rows } = await sql`select school_id, user_id, request_id from lone_openings order by request_id`.execute(db)
  const counted = { school_id: school, user_id: moderator }
  expect(rows).toEqual([
    { ...counted, request_id: alone },
    { ...counted, request_id: elsewhere },
  ])
})

/** Up to this file, migrations were written before the rule that servers of the previous release work on the new schema. */
const unruled = 540

/**
 * What a migration takes away that the previous release no longer uses, because that release has stopped using it: name the
 * release before. A restriction is here if the previous release writes nothing that breaks it.
 */
const contracted: Readonly<Record<number, readonly string[]>> = {}
/** The line with which such a migration says which servers no longer use what it takes away. */
const saysWhoWorks = /^-- Needs servers that know migration \d+\.$/m

test('no migration takes away what servers of the previous release use', { timeout: 60_000 }, async () => {
  const { db } = await createDatabase()
  await migrate(db, unruled)
  for (const { version, name, text } of knownMigrations().filter(({ version }) => version > unruled)) {
    if (!concurrentIndexName(text) || /^create unique/m.test(text))
      expect(await findContractions(db, text.replace(' concurrently', '')), name).toEqual(contracted[version] ?? [])
    if (contracted[version]) expect(text, name).toMatch(saysWhoWorks)
    await migrate(db, version)
  }
})

const kinds = (more = '') => `(type in ('university', 'boarding_school'${more}))`
const replaceKinds = (more: string) =>
  `alter table schools drop constraint schools_type_check, add constraint schools_type_check check ${more} not valid`

test.each([
  ['a dropped table', 'drop table backups', ['drops backups']],
  ['a renamed table without a view', 'alter table ads rename to promotions', ['drops ads']],
  ['a dropped column', 'alter table posts drop column content cascade', ['drops posts.content']],
  ['a renamed column', 'alter table users rename column bio to about', ['drops users.bio']],
  [
    'another type of a column',
    'alter table posts alter column like_count type bigint',
    ['changes the type of posts.like_count'],
  ],
  [
    'a column that every insert must name',
    'alter table ads add column planted int; update ads set planted = 1; alter table ads alter column planted set not null',
    ['requires ads.planted'],
  ],
  ['a dropped default', 'alter table schools alter column is_active drop default', ['requires schools.is_active']],
  ['a column that may no longer be empty', 'alter table users alter column bio set not null', ['requires users.bio']],
  [
    'a dropped function',
    'drop function can_view_group(uuid, uuid, uuid) cascade',
    ['drops can_view_group(uuid,uuid,uuid)'],
  ],
  [
    'a check of an existing column',
    'alter table posts add constraint planted check (like_count < 9) not valid',
    ['restricts posts.planted'],
  ],
  [
    'a value that is no longer allowed',
    replaceKinds(`(type in ('university'))`),
    ['restricts schools.schools_type_check'],
  ],
  ['a unique index', 'create unique index planted on users (name)', ['restricts users.planted']],
  [
    'a reference from an existing column',
    'alter table ads add constraint planted foreign key (id) references schools (id) not valid',
    ['restricts ads.planted'],
  ],
])('findContractions reports %s', { timeout: 60_000 }, async (_, migration, contractions) => {
  const db = await openCurrent()
  expect(await findContractions(db, migration)).toEqual(contractions)
})

test('findContractions accepts what servers of the previous release do not notice', { timeout: 60_000 }, async () => {
  const db = await openCurrent()
  for (const migration of [
    'create table planted (id uuid primary key, name text not null unique)',
    `alter table posts add column planted text check (planted <> ''), add column other int not null default 0`,
    'alter table ads rename to promotions; create view ads as select * from promotions',
    'alter table users alter column name drop not null',
    replaceKinds(kinds(`, 'college'`)),
    'alter table schools drop constraint schools_type_check',
    'create index planted on users (name)',
  ])
    expect(await findContractions(db, migration), migration).toEqual([])
})

/**
 * Blocking changes in files from before this rule, or made with care. Do not add to this list; write a migration that
 * does not block.
 */
const applied: Readonly<Record<number, readonly string[]>> = {
  101: ['deletes from notifications'],
  103: ['updates idempotency_keys'],
  104: ['builds an index of upload_days', 'deletes from upload_days'],
  105: ['updates comments', 'updates posts'],
  120: ['updates users'],
  121: ['updates users'],
  122: ['deletes from exports', 'updates abandoned_files'],
}

test('no migration blocks readers or writers of a table in use', { timeout: 60_000 }, async () => {
  const { db } = await openOld()
  await migrate(db, unused)
  for (const { version, name, text } of knownMigrations().filter(({ version }) => version > unused)) {
    if (concurrentIndexName(text)) expect(text.match(/;/g), `${name} contains only the index`).toHaveLength(1)
    else expect(await findBlockingChanges(db, text), name).toEqual(applied[version] ?? [])
    await migrate(db, version)
  }
})

const columns = 'school_id, author_id'
test.each([
  [
    'a validated foreign key',
    `alter table posts add constraint planted foreign key (${columns}) references users (school_id, id)`,
    ['validates a constraint of posts'],
  ],
  ['a validated check', 'alter table posts add check (like_count >= 0)', ['validates a constraint of posts']],
  ['a column made not null', 'alter table users alter column bio set not null', ['validates not null of users']],
  [
    'a new type of a column',
    'alter table posts alter column like_count type bigint',
    ['rewrites posts', 'validates a constraint of posts'],
  ],
  [
    'a column with a default per row',
    'alter table comments add column planted uuid not null default gen_random_uuid()',
    ['rewrites comments'],
  ],
  ['a backfill in one statement', `update posts set content = trim(content)`, ['updates posts']],
  [
    'a backfill below other work',
    `create table planted (id uuid); with changed as (update messages set content = '' returning id) insert into planted select id from changed`,
    ['updates messages'],
  ],
  ['a deletion in one statement', `delete from notifications where is_read`, ['deletes from notifications']],
  ['an index built in the transaction', 'create index planted on posts (content)', ['builds an index of posts']],
  ['a unique constraint', 'alter table users add constraint planted unique (email, id)', ['builds an index of users']],
])('findBlockingChanges reports %s', { timeout: 60_000 }, async (_, migration, changes) => {
  const db = await openCurrent()
  expect(await findBlockingChanges(db, migration)).toEqual(changes)
})

test('findBlockingChanges accepts changes that lock a table only briefly', { timeout: 60_000 }, async () => {
  const db = await openCurrent()
  for (const migration of [
    'alter table posts add column planted text, add column other boolean not null default false',
    `alter table posts add constraint planted foreign key (${columns}) references users (school_id, id) not valid`,
    `alter table posts add constraint planted check (like_count >= 0) not valid`,
    'create table planted (id uuid primary key, post uuid not null check (post <> id)); create index on planted (post)',
    `update schools set name = trim(name)`,
    'alter table posts validate constraint planted_before',
  ]) {
    if (migration.includes('planted_before'))
      await sql`alter table posts add constraint planted_before check (like_count >= 0) not valid`.execute(db)
    expect(await findBlockingChanges(db, migration), migration).toEqual([])
  }
})
