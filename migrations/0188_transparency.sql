-- The published numbers of a school and quarter ('2026-Q4'). Append-only: what was published does not change.
create table transparency_reports (
  school_id uuid not null references schools (id) on delete cascade,
  quarter text not null check (quarter ~ '^\d{4}-Q[1-4]$'),
  body jsonb not null,
  published_at timestamptz not null default now(),
  primary key (school_id, quarter)
);
create trigger transparency_reports_are_append_only before update or truncate on transparency_reports
  for each statement execute function refuse_change();

-- The guard of a write that a blocked user may make: waits for a change of their moderation status like
-- begin_user_write, and raises QU001 only when the account is gone.
create function begin_session_write(school uuid, writer uuid) returns void
language plpgsql volatile as $$
begin
  perform set_config('plan_cache_mode', 'force_generic_plan', true),
    pg_advisory_xact_lock_shared(hashtextextended('standing ' || writer::text, 0));
  perform from users where users.school_id = school and users.id = writer and users.deleted_at is null;
  if not found then
    raise exception 'User % may not write.', writer using errcode = 'QU001';
  end if;
end
$$;
