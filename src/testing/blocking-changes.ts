import { sql } from 'kysely'
import type { Db } from '../shared/server/db/pools.ts'

/** Tables that stay small in any installation: a statement may read and write all of their rows. */
const smallTables = ['schools', 'departments', 'ads', 'counters', 'migrations']

const rollback = new Error('rollback')

/**
 * Lists the changes of a migration that block reads or writes of an existing table for a noticeable time: a rewrite of
 * the table, an index built in the transaction, a constraint validated against all rows, or all rows changed in one
 * statement. The migration runs and is rolled back.
 */
export async function findBlockingChanges(db: Db, migration: string): Promise<string[]> {
  let changes: string[] = []
  const run = db.transaction().execute(async (trx) => {
    await watch(trx)
    await sql.raw(migration).execute(trx)
    changes = await listChanges(trx)
    throw rollback
  })
  await run.catch((error) => {
    if (error !== rollback) throw error
  })
  return changes
}

/**
 * Records rewrites and statements that update or delete, and copies the current catalog. Statement triggers fire for
 * empty tables too.
 */
const watch = (db: Db) =>
  sql
    .raw(`
    create schema watching;
    create table watching.changes (what text);
    create table watching.tables as
      select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname not in (${smallTables.map((table) => `'${table}'`).join(', ')});
    create table watching.indexes as select indexrelid from pg_index;
    create table watching.constraints as select oid from pg_constraint;
    create table watching.columns as select attrelid, attnum, attnotnull from pg_attribute;
    create function watching.on_rewrite() returns event_trigger language plpgsql as $$ begin
      insert into watching.changes select 'rewrites ' || relname from watching.tables where oid = pg_event_trigger_table_rewrite_oid();
    end $$;
    create function watching.on_write() returns trigger language plpgsql as $$ begin
      insert into watching.changes values (case tg_op when 'UPDATE' then 'updates ' else 'deletes from ' end || tg_table_name);
      return null;
    end $$;
    do $$ declare name name; begin
      for name in select relname from watching.tables loop
        execute format('create trigger watching before update or delete on %I for each statement execute function watching.on_write()', name);
      end loop;
    end $$;
    create event trigger watching on table_rewrite execute function watching.on_rewrite();`)
    .execute(db)

async function listChanges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select what from watching.changes
    union select 'builds an index of ' || relname from pg_index join watching.tables on tables.oid = indrelid
      where indexrelid not in (select indexrelid from watching.indexes)
    union select 'validates a constraint of ' || relname from pg_constraint join watching.tables on tables.oid = conrelid
      where contype in ('f', 'c') and convalidated and pg_constraint.oid not in (select oid from watching.constraints)
    union select 'validates not null of ' || relname from pg_attribute as now
      join watching.columns as before using (attrelid, attnum) join watching.tables on tables.oid = attrelid
      where now.attnotnull and not before.attnotnull
    order by 1`.execute(db)
  return rows.map(({ what }) => what)
}
