// Compares the rows of two databases without moving them.
import type pg from 'pg'

/** The same rows are the same text on every server. */
export const digestSettings = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`

/** A digest of the rows of a query, in whatever order they are. */
export async function digestRows(client: pg.Client, rows: string): Promise<string> {
  const { rows: found } = await client.query<{ digest: string }>(
    `select coalesce(sum(('x' || left(md5(own::text), 16))::bit(64)::bigint::numeric), 0)::text as digest from (${rows}) as own`,
  )
  return found[0]?.digest ?? ''
}

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`
