// Rows of the site that follow a school.
import { type Move, select } from './move.ts'
import { adTables } from './tables.ts'

type AdRows = readonly { readonly name: (typeof adTables)[number]; readonly rows: string }[]

/** They do not name the school. They change only with their ads, which are not written now. */
export const readAdRows = ({ source, schoolId }: Move): Promise<AdRows> =>
  Promise.all(
    adTables.map(async (name) => {
      const [row] = await select<{ rows: string }>(
        source.client,
        `select coalesce(jsonb_agg(to_jsonb(own)), '[]')::text as rows from ${name} as own
        where ad_id in (select id from ads where target_school_id = $1)`,
        [schoolId],
      )
      return { name, rows: row?.rows ?? '[]' }
    }),
  )

export async function writeAdRows({ target, schoolId }: Move, adRows: AdRows): Promise<void> {
  for (const { name, rows } of adRows) {
    await target.client.query(`delete from ${name} where ad_id in (select id from ads where target_school_id = $1)`, [
      schoolId,
    ])
    await target.client.query(`insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1)`, [rows])
  }
}

/** What the decisions of the school keep from being uploaded, in all schools of a cell. */
export async function copyBlocklist({ source, target, schoolId }: Move): Promise<void> {
  const rows = await select<{ row: object }>(
    source.client,
    `select to_jsonb(entry) as row from media_blocklist as entry
    where decision_id in (select id from moderation_actions where school_id = $1)`,
    [schoolId],
  )
  const [{ columns } = { columns: '' }] = await select<{ columns: string }>(
    target.client,
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
    where attrelid = 'media_blocklist'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  await target.client.query(
    `insert into media_blocklist (${columns})
    select ${columns} from jsonb_populate_recordset(null::media_blocklist, $1) on conflict do nothing`,
    [JSON.stringify(rows.map(({ row }) => row))],
  )
}
