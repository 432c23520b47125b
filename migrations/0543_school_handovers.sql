-- What `quad schools:move` needs in every cell (docs/decisions/0189). Nothing here costs anything while no school moves.

-- What the source gives to the target apart from rows: a mark, which arrives after all that was committed before it, and jobs that
-- waited. It is replicated like a table of the school, and never changed: the source adds rows, the target takes them.
create table school_handovers (
  school_id uuid not null,
  mark uuid not null,
  jobs jsonb not null default '[]',
  -- Of the target, when it had received everything: what it writes to the school later has a later one.
  switched_by bigint,
  primary key (school_id, mark)
);

-- Their keys do not name the school. With all of the former row in the log, changes of a school's rows can be told apart.
-- This is written only with wal_level = logical.
alter table identities replica identity full;
alter table notices replica identity full;
alter table ads replica identity full;

-- Fires on tables of a moving school, which the command gives triggers with this function. Its arguments are the school, and columns that
-- reading a page may change: such a change is dropped, so that pages stay readable.
-- A transaction that writes shares a lock until it ends. The command takes it alone for the switch: new writes are refused while it waits
-- for those that run, and other schools do not wait. If the command is killed, PostgreSQL releases its lock, and the school goes on here.
-- Replication passes by: its triggers do not fire.
create function refuse_moving_school() returns trigger language plpgsql as $$
declare
  school uuid := tg_argv[0]::uuid;
  unimportant text[] := tg_argv[1]::text[];
begin
  if pg_try_advisory_xact_lock_shared(hashtextextended('school move ' || school, 0)) and not exists (
    select from school_moves where school_id = school and (direction = 'in' or state = 'done')
  ) then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - unimportant = to_jsonb(old) - unimportant then return null; end if;
  raise exception 'The school % is moving to another cell.', school using errcode = 'QM001';
end
$$;

-- Enqueues the jobs of a school that were handed over, each once.
create function take_school_jobs(school uuid) returns void language plpgsql as $$
declare
  given jsonb;
begin
  with taken as (delete from school_handovers where school_id = school returning jobs)
  select jsonb_agg(job) into given from taken, jsonb_array_elements(taken.jobs) as job;
  perform graphile_worker.add_job(task, payload::json, run_at := run_at, max_attempts := max_attempts, job_key := key, priority := priority)
  from jsonb_to_recordset(given) as job (task text, payload text, run_at timestamptz, max_attempts integer, key text, priority integer);
end
$$;

create function take_jobs_with_school() returns trigger language plpgsql as $$
begin
  perform take_school_jobs(old.school_id);
  return null;
end
$$;

-- The command or a server takes the school over by deleting the row.
create trigger take_jobs after delete on school_moves for each row
  when (old.direction = 'in' and old.state = 'ready') execute function take_jobs_with_school();
