import { type RawBuilder, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { openKeysHere } from '../../../shared/server/keys/keys.ts'
import type { App } from '../../../shared/server/services.ts'
import { as, openTestApp } from '../../../testing/app.ts'
import { makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { moderation } from '../../moderation/contract.ts'
import { sealAuditLog, verifyAuditLog } from './audit-chain.ts'

let app: App

beforeEach(async () => {
  app = await openTestApp()
})

const write = (count: number) =>
  sql`insert into audit_log (actor_name, action, detail)
    select 'Dean', 'user.warn', jsonb_build_object('n', n) from generate_series(1, ${count}) as n`.execute(app.db)
const seal = () => sealAuditLog(app.db, app.anonymity)
const verify = (head?: string) => verifyAuditLog(app.db, app.anonymity, head)

/** Runs statements as the owner of the database can, without triggers. */
const tamper = (...statements: RawBuilder<unknown>[]) =>
  withTransaction(app.db, async (trx) => {
    await sql`alter table audit_log disable trigger user`.execute(trx)
    for (const statement of statements) await statement.execute(trx)
    await sql`alter table audit_log enable trigger user`.execute(trx)
  })

test('seals lines from before the chain and lines of concurrent administrators exactly once', async () => {
  await write(2500) // more than one page, written before anything was sealed
  const school = await makeSchool(app)
  const dean = await makeUser(app, { school, role: 'admin' })
  const people = await Promise.all(Array.from({ length: 30 }, () => makeUser(app, { school })))
  await Promise.all([
    ...people.map(({ id }) => as(app, dean)(moderation.warn, { params: { id }, body: { reason: 'Spam' } })),
    ...Array.from({ length: 6 }, seal),
  ])
  await seal()
  const { rows } = await sql<{ lines: number }>`select count(*) as lines from audit_log`.execute(app.db)
  expect(await verify()).toMatchObject({ wrong: [], sealed: rows[0]?.lines, waiting: 0 })
  expect(rows[0]?.lines).toBe(2530)
})

test('seals a line that was committed after a later one', async () => {
  let sealed: Promise<void> | undefined
  await withTransaction(app.db, async (trx) => {
    await sql`insert into audit_log (actor_name, action) values ('Dean', 'slow')`.execute(trx)
    await write(3)
    sealed = seal()
    await sealed
  })
  expect((await verify()).waiting).toBe(1)
  await seal()
  expect(await verify()).toMatchObject({ wrong: [], sealed: 4, waiting: 0 })
})

test.each<[string, RawBuilder<unknown>[], string[]]>([
  ['changed', [sql`update audit_log set actor_name = 'Mallory' where id = 3`], ['line 3 is not as it was sealed']],
  [
    'moved in time',
    [sql`update audit_log set at = at - interval '1 day' where id = 4`],
    ['line 4 is not as it was sealed'],
  ],
  ['removed', [sql`delete from audit_log where id = 5`], ['line 5 is missing']],
  [
    'removed with its seal',
    [sql`delete from audit_log where id = 5`, sql`delete from audit_seals where line = 5`],
    ['seals 5 to 5 are missing', 'line 6 is not as it was sealed'],
  ],
  [
    'removed, with the later seals renumbered',
    [
      sql`delete from audit_log where id = 5`,
      sql`delete from audit_seals where line = 5`,
      sql`update audit_seals set seq = seq - 1 where seq > 5`,
    ],
    ['line 6', 'line 7', 'line 8'].map((line) => `${line} is not as it was sealed`),
  ],
  [
    'reordered',
    [
      sql`update audit_log set detail = (select detail from audit_log as other where other.id = 13 - audit_log.id)
        where id in (6, 7)`,
    ],
    ['line 6 is not as it was sealed', 'line 7 is not as it was sealed'],
  ],
])('detects a line that was %s', async (_, statements, wrong) => {
  await write(8)
  await seal()
  await tamper(...statements)
  expect((await verify()).wrong).toEqual(wrong)
})

test('detects a truncated log with an earlier head', async () => {
  await write(8)
  await seal()
  const { head } = await verify()
  expect((await verify(head)).wrong).toEqual([])
  await tamper(sql`delete from audit_log where id > 6`, sql`delete from audit_seals where seq > 6`)
  expect((await verify()).wrong, 'without the head, the rest is consistent').toEqual([])
  expect((await verify(head)).wrong).toEqual(['seal 8, which you kept, is missing'])
  await write(2)
  await seal()
  expect((await verify(head)).wrong).toEqual(['seal 8 is not the one you kept'])
})

test('requires the key to seal a log', async () => {
  await write(3)
  await sealAuditLog(app.db, (await openKeysHere(['a key that the database owner made up'])).anonymity)
  expect((await verify()).wrong).toHaveLength(3)
})
