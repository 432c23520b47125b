// Decides from its plan on partitioned tables whether a statement names exactly one school.
import type pg from 'pg'
import type { RecordedStatement } from '../src/testing/statement-recorder.ts'
import { findUnpinned, flatten, isConstant, type PlanNode } from './pinned-relations.ts'
import { type PartitionedTables, partitionCount } from './school-partitions.ts'

type Sample = RecordedStatement['samples'][number]

export type Verdict = {
  /** Why it reads or writes more than the part of one school. */
  readonly problems: readonly string[]
  /** False for a statement on tables that belong to no school. */
  readonly readsSchool: boolean
  /** True when the plan has one partition in each place, also where a subquery takes the school from a row. */
  readonly isPlannedSo: boolean
}

/**
 * Explains the runs of a statement with their values, and again with a second id in each list of one id: a list with one
 * school in it is planned like one school. Ids are replaced by ids of different partitions: two schools never share one.
 */
export async function judge(
  client: pg.ClientBase,
  tables: PartitionedTables,
  samples: readonly Sample[],
): Promise<Verdict> {
  const problems = new Set<string>()
  let [readsSchool, isPlannedSo] = [false, true]
  for (const sample of samples) {
    const { text, values, unusedId } = separateIds(sample, tables.ids)
    const decoded = values.map(decodeValue)
    const longer = decoded.map((value) => (isListOfOneId(value) ? [...value, unusedId] : value))
    const runs = longer.some((value, index) => value !== decoded[index]) ? [decoded, longer] : [decoded]
    for (const statement of values.length > 0 ? [text] : splitStatements(text))
      for (const run of runs) {
        const found = await explain(client, tables, statement, run)
        for (const problem of found.problems) problems.add(problem)
        readsSchool ||= found.readsSchool
        isPlannedSo &&= found.isPlannedSo
      }
  }
  return { problems: [...problems].sort(), readsSchool, isPlannedSo }
}

const anyId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Replaces the ids of a run, each by another one of `ids` as long as there are some, and returns one more. */
function separateIds({ text, values }: Sample, ids: readonly string[]) {
  const known = new Map<string, string>()
  const take = (id: string) => {
    const taken = known.get(id) ?? ids[known.size] ?? id
    known.set(id, taken)
    return taken
  }
  const separate = (part: string) => part.replaceAll(anyId, (id) => take(id.toLowerCase()))
  const separated = { text: separate(text), values: JSON.parse(separate(JSON.stringify(values))) as unknown[] }
  return { ...separated, unusedId: ids[known.size % ids.length] }
}

/** Without values, a text may hold several statements. */
const splitStatements = (text: string) => text.split(/;\s*/).filter((part) => part !== '' && !/^\s*begin$/i.test(part))

const isListOfOneId = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length === 1 && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value[0]))

async function explain(
  client: pg.ClientBase,
  tables: PartitionedTables,
  text: string,
  values: unknown[],
): Promise<Verdict> {
  const roots: PlanNode[] = []
  try {
    const { rows } = await client.query({ text: `explain (verbose, format json) ${text}`, values })
    for (const { Plan } of rows[0]['QUERY PLAN'] as { Plan: PlanNode }[]) roots.push(Plan)
  } catch (error) {
    return { problems: [`could not be explained: ${(error as Error).message}`], readsSchool: true, isPlannedSo: false }
  }
  const nodes = roots.flatMap(flatten)
  const problems: string[] = []
  const read = new Map<string, Set<string>>()
  for (const node of nodes) {
    const name = node['Relation Name'] ?? ''
    const table = tables.partitions.get(name)
    if (table) read.set(table, (read.get(table) ?? new Set()).add(name))
    else if (node.Schema === 'public' && tables.columns.has(name)) problems.push(`${name} by its full name`)
  }
  const inserted: string[] = []
  for (const node of nodes) {
    const table = node['Relation Name'] ?? ''
    if (node.Operation !== 'Insert' || !tables.columns.has(table)) continue
    read.set(table, read.get(table) ?? new Set())
    const school = findInsertedSchool(node, tables.columns.get(table) ?? [], text)
    const place = tables.ids.findIndex((id) => school === `'${id}'::uuid`)
    if (place >= 0) inserted.push(String(place % partitionCount))
    if (!isConstant(school) && !(await insertsIntoOne(client, { table, school, text, values })))
      problems.push(`${table} of inserted ${school}`)
  }
  problems.push(...findUnpinned(roots, tables, inserted).map((table) => `several schools of ${table}`))
  const isPlannedSo = [...read.values()].every((parts) => parts.size <= 1)
  return { problems, readsSchool: read.size > 0, isPlannedSo }
}

/** The expression of the school of inserted rows. A subquery lists its columns as the statement does, not as the table. */
function findInsertedSchool(insert: PlanNode, columns: readonly string[], text: string): string {
  const source = insert.Plans?.find((child) => child['Parent Relationship'] === 'Outer')
  const school = source?.Output?.[columns.indexOf('school_id')] ?? ''
  if (isConstant(school) || source?.['Node Type'] !== 'Subquery Scan') return school
  const [, list = ''] = new RegExp(`insert into "?${insert['Relation Name']}"?[^(]*\\(([^)]*)\\)`).exec(text) ?? []
  const place = list.split(',').findIndex((column) => /^\s*"?school_id"?\s*$/.test(column))
  return source.Plans?.[0]?.Output?.[place] ?? school
}

type Insertion = { readonly table: string; readonly school: string; readonly text: string; readonly values: unknown[] }

/** Runs an insert of rows whose school is not a constant. No rows are inserted where it reads from tables, which are empty. */
async function insertsIntoOne(client: pg.ClientBase, { table, school, text, values }: Insertion): Promise<boolean> {
  const isRead = /\bschool_id$/.test(school) // from a table, of which the plan reads one partition
  await client.query('begin')
  try {
    await client.query({ text, values })
    const { rows } = await client.query(
      `select distinct tableoid from "${table}" where xmin = pg_current_xact_id()::xid`,
    )
    return rows.length === 1 || (rows.length === 0 && isRead)
  } catch {
    return isRead
  } finally {
    await client.query('rollback')
  }
}

function decodeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeValue)
  if (typeof value !== 'object' || value === null) return value
  if ('date' in value) return new Date(String(value.date))
  if ('hex' in value) return Buffer.from(String(value.hex), 'hex')
  return 'json' in value ? String(value.json) : value
}
