// A database like the product's, whose tables of schools are partitioned by school: which partitions a plan reads or
// writes shows which schools a statement names.
import type pg from 'pg'

export const partitionCount = 16
/** Comes before `public`, whose tables it replaces. */
const schema = 'by_school'

export type PartitionedTables = {
  /** By table, its columns in order. */
  readonly columns: ReadonlyMap<string, readonly string[]>
  /** By partition, its table. */
  readonly partitions: ReadonlyMap<string, string>
  /** Ids in turn of each partition: any 16 that follow each other are in different ones. */
  readonly ids: readonly string[]
}

/** The number at the end of a partition's name. All tables have the rows of one school in the same one. */
export const toRemainder = (partition: string): string => partition.replace(/^.*_/, '')

/** Like `schools`, each database of schools has it for itself: it says which of them are there. */
const ofDatabase = 'school_moves'

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
    where cls.relkind = 'r' and cls.relnamespace = 'public'::regnamespace and cls.relname <> '${ofDatabase}' order by 1`)
  await client.query(`create schema ${schema}`)
  const partitions = new Map<string, string>()
  for (const table of rows) await client.query(definePartitions(table, partitions))
  await client.query(`select set_config('search_path', '${schema}, public', false)`)
  return { columns: new Map(rows.map(({ name, columns }) => [name, columns])), partitions, ids: await makeIds(client) }
}

const idsPerPartition = 32

async function makeIds(client: pg.ClientBase): Promise<string[]> {
  await client.query(`create temp table separate_ids (id uuid) partition by hash (id)`)
  const { rows } = await client.query<{ id: string }>(
    `with numbered as (
      select id, remainder, row_number() over (partition by remainder order by id) as number
      from generate_series(1, $1::int * $2::int * 4) as seed
      cross join lateral (select ('5c0a1de5-0000-4000-8000-' || lpad(to_hex(seed), 12, '0'))::uuid as id) as made
      join generate_series(0, $1 - 1) as remainder
        on satisfies_hash_partition('separate_ids'::regclass, $1, remainder, id))
    select id from numbered where number <= $2 order by number, remainder`,
    [partitionCount, idsPerPartition],
  )
  await client.query('drop table separate_ids')
  return rows.map(({ id }) => id)
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
