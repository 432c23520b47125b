// A database like the product's, whose tables of schools are partitioned by school: which partitions a plan reads or
// writes shows which schools a statement names.
import type pg from 'pg'

const partitionCount = 16
/** Comes before `public`, whose tables it replaces. */
const schema = 'by_school'

export type PartitionedTables = {
  /** By table, its columns in order. */
  readonly columns: ReadonlyMap<string, readonly string[]>
  /** By partition, its table. */
  readonly partitions: ReadonlyMap<string, string>
}

type Table = { readonly name: string; readonly columns: string[]; readonly keys: string[]; readonly indexes: string[] }

/**
 * Creates the partitioned tables beside those of the migrations, and puts them first on the client's search path.
 * Indexes that are not unique change no partition, and foreign keys and triggers are not planned with a statement.
 */
export async function partitionBySchool(client: pg.ClientBase): Promise<PartitionedTables> {
  const { rows } = await client.query<Table>(`
    select cls.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = cls.oid and attnum > 0 and not attisdropped order by attnum) as columns,
      array(select format('add constraint %I %s', conname, pg_get_constraintdef(oid)) from pg_constraint
        where conrelid = cls.oid and contype in ('p', 'u')) as keys,
      array(select pg_get_indexdef(indexrelid) from pg_index
        where indrelid = cls.oid and indisunique
          and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))) as indexes
    from pg_class as cls
    join pg_constraint as key on key.conrelid = cls.oid and key.contype = 'p'
    join pg_attribute as col on col.attrelid = cls.oid and col.attname = 'school_id' and col.attnum = any(key.conkey)
    where cls.relkind = 'r' and cls.relnamespace = 'public'::regnamespace order by 1`)
  await client.query(`create schema ${schema}`)
  const partitions = new Map<string, string>()
  for (const table of rows) await client.query(definePartitions(table, partitions))
  await client.query(`select set_config('search_path', '${schema}, public', false)`)
  return { columns: new Map(rows.map(({ name, columns }) => [name, columns])), partitions }
}

function definePartitions({ name, keys, indexes }: Table, partitions: Map<string, string>): string {
  const table = `${schema}."${name}"`
  const parts = Array.from({ length: partitionCount }, (_, remainder) => {
    partitions.set(`${name}_${remainder}`, name)
    return `create table ${schema}."${name}_${remainder}" partition of ${table}
      for values with (modulus ${partitionCount}, remainder ${remainder})`
  })
  const like = `create table ${table} (like public."${name}" including all excluding indexes)`
  return [
    `${like} partition by hash (school_id)`,
    ...keys.map((key) => `alter table ${table} ${key}`),
    ...indexes.map((index) => index.replace(` ON public.${name} `, ` ON ${table} `)),
    ...parts,
  ].join(';\n')
}
