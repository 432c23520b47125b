import { beforeAll, expect, test } from 'vitest'
import { describeStatement, setTracedTables } from './sql-steps.ts'

beforeAll(() => setTracedTables(['posts', 'comments', 'users', 'sessions', 'push_due', 'listings']))

test.each([
  ['select "id" from "posts" where "id" = $1', 'select posts'],
  [
    'select (select count(*) from comments where post_id = posts.id), extract(epoch from at) from posts',
    'select posts',
  ],
  [
    'select * from unnest($1::text[]) as t left join lateral (select (select 1 from users) from sessions) as s on true',
    'select sessions',
  ],
  ['with found as (select id from posts) select * from found', 'select posts'],
  [
    'with due as (insert into push_due values ($1) on conflict do update set a = 1 returning at) select at from due',
    'insert push_due',
  ],
  ['select id from users where id = $1 for update skip locked', 'select users'],
  ['update "posts" set "a" = $1', 'update posts'],
  ['delete from only comments where id = $1', 'delete comments'],
  ["select 'update users' from listings", 'select listings'],
  ["begin; select begin_user_write('11111111-1111-4111-8111-111111111111', 'it''s from users')", 'begin'],
  ['set statement_timeout = 0', 'set'],
  ["select graphile_worker.add_job('x', $1)", 'select'],
  ['select * from secret_table_of_someone', 'select'],
])('%s becomes "%s"', (text, name) => {
  const step = describeStatement(text, 'q1')
  expect(step.name).toBe(name)
  const [operation, table] = name.split(' ')
  expect(step.attributes).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table && { 'db.collection.name': table }),
    'quad.statement': 'q1',
  })
})
