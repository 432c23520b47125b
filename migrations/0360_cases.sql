-- All open reports of one item are a case, with a priority and a deadline. The triggers below keep it in the transaction
-- of each report.
create table cases (
  school_id uuid not null references schools (id),
  id uuid not null default gen_random_uuid(),
  kind text not null,
  content_id uuid not null,
  priority text not null default 'normal' check (priority in ('danger', 'intimate', 'personal', 'normal')),
  -- The order of the list.
  rank smallint not null generated always as
    (case priority when 'danger' then 0 when 'intimate' then 1 when 'personal' then 2 else 3 end) stored,
  -- How often its reporters were right before: of the best of them. Names no one.
  trust smallint not null default 1 check (trust between 0 and 2),
  due_at timestamptz not null,
  -- When the deadline counts as missed.
  late_at timestamptz not null,
  -- When site administrators were informed that it is late.
  escalated_at timestamptz,
  state text not null default 'open' check (state in ('open', 'settled')),
  -- Changes with the state and the priority: a settlement names the version that its moderator saw.
  version integer not null default 1,
  reopened boolean not null default false,
  first_at timestamptz not null default now(),
  latest_at timestamptz not null default now(),
  outcome text check (outcome in ('dismissed', 'resolved')),
  settled_at timestamptz,
  -- Kept like in audit_log: site administrators belong to other schools.
  settled_by uuid,
  settled_by_name text,
  primary key (school_id, id),
  check ((state = 'settled') = (settled_at is not null)),
  check ((state = 'settled') = (outcome is not null))
) with (fillfactor = 80);
create unique index cases_open_once on cases (school_id, kind, content_id) where state = 'open';
create index cases_by_item on cases (school_id, kind, content_id, settled_at desc) where state = 'settled';
create index cases_in_order on cases (school_id, rank, trust desc, first_at, id) where state = 'open';
create index cases_by_lateness on cases (late_at) where state = 'open' and escalated_at is null;
create index cases_by_end on cases (settled_at) where state = 'settled';
select keep_tally('cases', $$'case ' || state || ' ' || priority$$, true);

alter table reports add column urgent text, add column case_id uuid;
alter table reports add constraint reports_urgent check (urgent in ('danger', 'intimate', 'personal')) not valid;
alter table reports add constraint reports_case foreign key (school_id, case_id) references cases (school_id, id)
  on delete set null (case_id) not valid;

-- How long a priority may wait, and when it counts as missed: an intimate image is due within 24 hours, and missed after
-- the 48 hours that the law gives.
create function case_deadline(priority text, missed boolean) returns interval language sql immutable
  return case priority when 'danger' then interval '30 minutes'
    when 'intimate' then case when missed then interval '48 hours' else interval '24 hours' end
    when 'personal' then interval '24 hours' else interval '72 hours' end;

-- Of the reports of a user that were settled: 2 when at least three quarters of three or more led to a decision, 0 when
-- at least three quarters of three or more were dismissed, else 1.
create function reporter_trust(school uuid, reporter uuid) returns smallint language sql stable as $$
  select case when resolved + dismissed < 3 then 1
    when resolved >= 3 * dismissed then 2
    when dismissed >= 3 * resolved then 0 else 1 end::smallint
  from (select count(*) filter (where status = 'resolved') as resolved,
      count(*) filter (where status = 'dismissed') as dismissed
    from reports where school_id = school and reporter_id = reporter) as settled
$$;

-- Puts a pending report into the open case of its item. A case that was dismissed less than 24 hours ago is opened again,
-- once; otherwise a new one begins.
create function join_case() returns trigger language plpgsql as $$
declare
  asked text := coalesce(new.urgent, 'normal');
  trusted smallint := reporter_trust(new.school_id, new.reporter_id);
begin
  -- The reports of one item wait here for each other, so that two first ones become one case.
  perform pg_advisory_xact_lock(hashtextextended('case ' || new.school_id || new.kind || new.content_id, 0));
  update cases set state = 'open', reopened = true, outcome = null, settled_at = null, settled_by = null,
    settled_by_name = null, escalated_at = null, due_at = now() + case_deadline(priority, false),
    late_at = now() + case_deadline(priority, true), version = version + 1
  where school_id = new.school_id and id = (
      select id from cases where school_id = new.school_id and kind = new.kind and content_id = new.content_id
        and state = 'settled' order by settled_at desc limit 1)
    and outcome = 'dismissed' and not reopened and settled_at > now() - interval '24 hours'
    and not exists (select from cases where school_id = new.school_id and kind = new.kind
      and content_id = new.content_id and state = 'open');
  insert into cases as open (school_id, kind, content_id, priority, trust, due_at, late_at, first_at, latest_at)
  values (new.school_id, new.kind, new.content_id, asked, trusted, new.created_at + case_deadline(asked, false),
    new.created_at + case_deadline(asked, true), new.created_at, new.created_at)
  on conflict (school_id, kind, content_id) where state = 'open' do update set
    latest_at = greatest(open.latest_at, excluded.latest_at),
    trust = greatest(open.trust, excluded.trust), due_at = least(open.due_at, excluded.due_at),
    late_at = least(open.late_at, excluded.late_at),
    priority = case when excluded.rank < open.rank then excluded.priority else open.priority end,
    version = open.version + (excluded.rank < open.rank)::int
  returning id into new.case_id;
  return new;
end $$;
create trigger reports_join_cases before insert on reports for each row
  when (new.status = 'pending' and new.case_id is null) execute function join_case();
-- After a second review.
create trigger reports_join_cases_again before update of status on reports for each row
  when (old.status <> 'pending' and new.status = 'pending') execute function join_case();

-- A case whose last pending report was closed is settled as that report was: resolved when any of the reports that were
-- closed together led to a decision.
create function settle_cases() returns trigger language plpgsql as $$
begin
  update cases set state = 'settled', version = version + 1, outcome = closed.outcome, settled_at = closed.settled_at,
    settled_by = closed.settled_by, settled_by_name = closed.settled_by_name
  from (
    select after.school_id, after.case_id, case when bool_or(after.status <> 'dismissed') then 'resolved' else 'dismissed' end as outcome,
      max(after.settled_at) as settled_at, (array_agg(after.settled_by))[1] as settled_by,
      (array_agg(after.settled_by_name))[1] as settled_by_name
    from new_rows as after join old_rows as before using (school_id, id)
    where before.status = 'pending' and after.status <> 'pending' and after.case_id is not null
    group by 1, 2
  ) as closed
  where cases.school_id = closed.school_id and cases.id = closed.case_id and cases.state = 'open'
    and not exists (select from reports as waiting where waiting.school_id = closed.school_id
      and waiting.case_id = closed.case_id and waiting.status = 'pending');
  return null;
end $$;
create trigger reports_settle_cases after update on reports referencing old table as old_rows new table as new_rows
  for each statement execute function settle_cases();
