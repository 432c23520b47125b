import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { compareWithExceptions, mergeRecordings } from './one-school-rules.ts'
import { judge } from './partition-plans.ts'
import { type PartitionedTables, partitionBySchool } from './school-partitions.ts'

const database = `t_${randomBytes(8).toString('hex')}`
const server = new pg.Client({ ...inject('cluster'), database: 'postgres' })
const client = new pg.Client({ ...inject('cluster'), database })
const [school, other, id] = [randomUUID(), randomUUID(), randomUUID()]
let tables: PartitionedTables

beforeAll(async () => {
  await server.connect()
  await server.query(`create database ${database} template template_quad`)
  await client.connect()
  await client.query(`create table planted (school_id uuid, id uuid, primary key (school_id, id));
    create table planted_parts (school_id uuid, id uuid, place integer, primary key (school_id, id, place))`)
  const others = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  const { rows } = await client.query<{ relname: string }>(`${others} and relname not like 'planted%'`)
  await client.query(`drop table ${rows.map(({ relname }) => `"${relname}"`).join(', ')} cascade`)
  tables = await partitionBySchool(client)
  await client.query('insert into planted values ($1, $3), ($2, $3)', [school, other, id])
})

afterAll(async () => {
  await client.end()
  await server.query(`drop database ${database} with (force)`)
  await server.end()
})

const subquery = `select (select place from planted_parts as part where part.school_id = planted.school_id limit 1)
  from planted where school_id = $1`

const findProblems = async (text: string, values: unknown[]) =>
  (await judge(client, tables, [{ text, values, shape: '' }])).problems

test.each([
  ['a school in each condition', 'select from planted where school_id = $1 and id = $2', [school, id]],
  [
    'a join on the school',
    'select from planted join planted_parts as part on part.school_id = planted.school_id where planted.school_id = $1',
    [school],
  ],
  ['the school of a row in a subquery', subquery, [school]],
  [
    'the school of a row of another part of the statement',
    `with listed as materialized (select school_id, id from planted where school_id = $1)
      select (select place from planted_parts as part where part.school_id = listed.school_id limit 1) from listed`,
    [school],
  ],
  ['a row of a school', 'insert into planted (id, school_id) select $1::uuid, $2::uuid', [id, school]],
  ['rows of one school', 'insert into planted (school_id, id) values ($1, $2), ($1, $3)', [school, other, school]],
  [
    'rows that are copied within a school',
    `with copied as (insert into planted_parts (place, id, school_id)
      select 1, id, school_id from planted where school_id = $1 returning 1) select count(*) from copied`,
    [school],
  ],
])('accepts %s', async (_, text, values) => {
  expect(await findProblems(text, values)).toEqual([])
})

test.each([
  ['no school', 'select from planted where id = $1', [id]],
  ['a school in one of two tables', 'select from planted, planted_parts where planted.school_id = $1', [school]],
  [
    'the school of a row of any school in a subquery',
    `select (select place from planted_parts as part where part.school_id = planted.school_id limit 1)
      from planted where id = $1`,
    [id],
  ],
  [
    'the school of a row or another condition in a subquery',
    `select (select place from planted_parts as part where part.school_id = planted.school_id or part.place = 7 limit 1)
      from planted where school_id = $1`,
    [school],
  ],
  [
    'schools of a list in a subquery',
    `select (select place from planted_parts as part where part.school_id = listed.school_id limit 1)
      from unnest($1::uuid[]) as listed (school_id)`,
    [[school, other]],
  ],
  ['a list of schools', 'delete from planted where school_id = any ($1::uuid[])', [[school]]],
  [
    'pairs of school and id',
    `update planted set id = planted.id from unnest($1::uuid[], $2::uuid[]) as pair (school_id, id)
      where planted.school_id = pair.school_id and planted.id = pair.id`,
    [[school], [id]],
  ],
  ['rows of two schools', 'insert into planted (school_id, id) values ($1, $2), ($3, $2)', [school, other, id]],
  [
    'tables of two schools',
    'select from planted, planted_parts as part where planted.school_id = $1 and part.school_id = $2',
    [school, other],
  ],
  [
    'rows of a school from those of another',
    'insert into planted_parts (school_id, id, place) select $2::uuid, id, 1 from planted where school_id = $1',
    [school, other],
  ],
  ['another schema', 'select from public.planted where school_id = $1', [school]],
  ['a table that does not exist', 'select from missing', []],
])('rejects %s', async (_, text, values) => {
  expect(await findProblems(text, values)).not.toEqual([])
})

test('rejects two schools however their rows are distributed over the partitions', async () => {
  const text = `select from planted where school_id = $1 union all select from planted where school_id = $2`
  const others = Array.from({ length: 50 }, () => randomUUID()) // of 16 partitions
  for (const another of others) expect(await findProblems(text, [school, another])).not.toEqual([])
})

test('a subquery that takes the school from a row reads one partition, although its plan has all', async () => {
  const { rows } = await client.query({
    text: `explain (analyze, costs off, summary off) ${subquery}`,
    values: [school],
  })
  const scans = rows.map((row) => String(row['QUERY PLAN'])).filter((line) => line.includes('planted_parts_'))
  expect(scans).toHaveLength(16)
  expect(scans.filter((line) => !line.includes('never executed'))).toHaveLength(1)
})

test('fails for a statement without an exception and for an exception without a statement', () => {
  const failing = [{ file: 'a.ts' }, { file: 'b.ts' }]
  const exceptions = [{ file: 'b.ts' }, { file: 'c.ts' }]
  expect(compareWithExceptions(failing, exceptions)).toEqual({ unlisted: [{ file: 'a.ts' }], unneeded: ['c.ts'] })
})

test('names a statement by the first file that sends it, whatever order the processes wrote in', () => {
  const sample = { text: 'select 1', values: [], shape: '' }
  const records = [
    { key: 'select 1', samples: [sample], files: ['b.ts', 'a.ts'] },
    { key: 'select 1', samples: [{ ...sample, shape: '-' }], files: ['c.ts'] },
  ]
  const merged = mergeRecordings(records)
  expect(merged).toEqual(
    mergeRecordings(records.toReversed()).map((entry) => ({ ...entry, samples: expect.anything() })),
  )
  expect(merged).toMatchObject([{ file: 'a.ts', samples: [{ shape: '' }, { shape: '-' }] }])
})
