// Copies what an operator has set in one PostgreSQL into another of another major version.
import pg from 'pg'

type Setting = { readonly name: string; readonly setting: string }

/** Quad sets these itself, and the others name places of the old folder. */
const excluded = [
  'data_directory',
  'config_file',
  'hba_file',
  'ident_file',
  'external_pid_file',
  'listen_addresses',
  'port',
  'unix_socket_directories',
  'unix_socket_permissions',
  'archive_mode',
  'archive_timeout',
  'archive_command',
]

/**
 * Copies settings of the files (`alter system`, postgresql.conf), of the database and of the role. Returns sentences about
 * those that the new version does not accept, and about roles and databases that are not Quad's.
 */
export async function copySettings(source: pg.Client, target: pg.Client): Promise<string[]> {
  const left: string[] = []
  const tryTo = async (statement: string, what: string) => {
    await target
      .query(statement)
      .catch((error: Error) => left.push(`The setting ${what} was not copied: ${error.message}.`))
  }
  const current = await listFileSettings(target)
  for (const [name, setting] of await listFileSettings(source))
    if (!excluded.includes(name) && current.get(name) !== setting)
      await tryTo(`alter system set ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(setting)}`, name)

  const { rows: scoped } = await source.query<{ scope: string; name: string; setting: string }>(
    `select concat_ws(' in ', 'role ' || case when setrole <> 0 then quote_ident(rolname) when setdatabase = 0 then 'all' end,
        'database ' || quote_ident(datname)) as scope,
      split_part(entry, '=', 1) as name, substring(entry from position('=' in entry) + 1) as setting
     from pg_db_role_setting left join pg_database on pg_database.oid = setdatabase
      left join pg_roles on pg_roles.oid = setrole, unnest(setconfig) as entry
     where (setdatabase = 0 or datname = current_database()) and (setrole = 0 or rolname = current_user)`,
  )
  for (const { scope, name, setting } of scoped)
    await tryTo(
      `alter ${scope} set ${pg.escapeIdentifier(name)} to ${pg.escapeLiteral(setting)}`,
      `${name} of ${scope}`,
    )

  const { rows: others } = await source.query<{ what: string }>(
    `select 'role ' || rolname as what from pg_roles where rolname not like 'pg\\_%' and rolname <> current_user
     union all select 'database ' || datname from pg_database
      where datname not in ('postgres', 'template0', 'template1', current_database()) order by 1`,
  )
  left.push(...others.map(({ what }) => `The ${what} is not part of Quad and was not copied.`))
  return left
}

/** Those in effect, of postgresql.conf and postgresql.auto.conf. */
async function listFileSettings(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<Setting>(
    `select distinct on (name) name, setting from pg_file_settings where error is null order by name, seqno desc`,
  )
  return new Map(rows.map(({ name, setting }) => [name, setting]))
}
