import { sql } from 'kysely'
import type { Db } from '../shared/server/db/pools.ts'

const rollback = new Error('rollback')

/**
 * Lists what a migration takes away from servers of the previous release, which work on the new schema during an upgrade:
 * names that their statements use, values that they may write, and values that they leave out. The migration runs and is
 * rolled back.
 */
export async function findContractions(db: Db, migration: string): Promise<string[]> {
  let found: string[] = []
  const run = db.transaction().execute(async (trx) => {
    const before = await readSchema(trx)
    await sql.raw(migration).execute(trx)
    found = compare(before, await readSchema(trx))
    throw rollback
  })
  await run.catch((error) => {
    if (error !== rollback) throw error
  })
  return found.sort()
}

type Column = { readonly type: string; readonly isRequired: boolean }
type Rule = { readonly table: string; readonly columns: readonly string[]; readonly definition: string }

type Schema = {
  /** Tables and views. */
  readonly relations: ReadonlySet<string>
  readonly columns: ReadonlyMap<string, Column>
  /** Functions that statements can call, with their result. */
  readonly functions: ReadonlyMap<string, string>
  /** What rows must satisfy: constraints and unique indexes. */
  readonly rules: ReadonlyMap<string, Rule>
}

async function readSchema(db: Db): Promise<Schema> {
  const { rows: relations } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`.execute(db)
  const { rows: columns } = await sql<Column & { name: string }>`
    select relname || '.' || attname as name, format_type(atttypid, atttypmod) as type,
      attnotnull and not atthasdef and attidentity = '' and attgenerated = '' as "isRequired"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped`.execute(
    db,
  )
  const { rows: functions } = await sql<{ name: string; result: string }>`
    select pg_proc.oid::regprocedure::text as name, pg_get_function_result(pg_proc.oid) as result from pg_proc
    left join pg_depend on pg_depend.objid = pg_proc.oid and pg_depend.deptype = 'e'
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype and pg_depend.objid is null`.execute(
    db,
  )
  const { rows: rules } = await sql<Rule & { name: string }>`
    select conrelid::regclass || '.' || conname as name, conrelid::regclass::text as table,
      -- without the name of the other table, which may be renamed
      replace(pg_get_constraintdef(oid), 'REFERENCES ' || confrelid::regclass, 'REFERENCES ' || confrelid::oid) as definition,
      (select coalesce(array_agg(attname::text), '{}') from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
    from pg_constraint where contype in ('c', 'f', 'p', 'u', 'x') and connamespace = 'public'::regnamespace and conrelid <> 0
    union all select indrelid::regclass || '.' || relname, indrelid::regclass::text, pg_get_indexdef(indexrelid),
      (select coalesce(array_agg(attname::text), '{}') from pg_attribute where attrelid = indrelid and attnum = any(indkey))
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`.execute(db)
  return {
    relations: new Set(relations.map(({ name }) => name)),
    columns: new Map(columns.map(({ name, ...column }) => [name, column])),
    functions: new Map(functions.map(({ name, result }) => [name, result])),
    rules: new Map(rules.map(({ name, ...rule }) => [name, rule])),
  }
}

function compare(before: Schema, after: Schema): string[] {
  const found: string[] = []
  const toTable = (column: string) => column.slice(0, column.indexOf('.'))
  for (const name of before.relations) if (!after.relations.has(name)) found.push(`drops ${name}`)
  for (const [name, { type }] of before.columns) {
    const now = after.columns.get(name)
    if (!now && after.relations.has(toTable(name))) found.push(`drops ${name}`)
    else if (now && now.type !== type) found.push(`changes the type of ${name}`)
  }
  for (const [name, { isRequired }] of after.columns)
    if (isRequired && before.relations.has(toTable(name)) && !before.columns.get(name)?.isRequired)
      found.push(`requires ${name}`)
  for (const [name, result] of before.functions)
    if (after.functions.get(name) !== result)
      found.push(`${after.functions.has(name) ? 'changes the result of' : 'drops'} ${name}`)
  for (const [name, rule] of after.rules) {
    const former = before.rules.get(name)
    const isForNewColumns =
      rule.columns.length > 0 && rule.columns.every((column) => !before.columns.has(`${rule.table}.${column}`))
    if (!before.relations.has(rule.table) || isForNewColumns) continue
    if (!former || !isAsWide(rule.definition, former.definition)) found.push(`restricts ${name}`)
  }
  return found
}

const literal = /'(?:[^']|'')*'::text(?:, )?/g

/** True for the same rule, and for one that differs only in further values of its lists. */
function isAsWide(definition: string, former: string): boolean {
  const bare = (text: string) => text.replace(literal, '').replace(' NOT VALID', '')
  const values = new Set(toValues(definition))
  return bare(definition) === bare(former) && toValues(former).every((value) => values.has(value))
}

const toValues = (text: string) => (text.match(literal) ?? []).map((value) => value.replace(/, $/, ''))
