-- Who may learn the author of an anonymous item, from the weakest protection to the strictest: names in the list of
-- reports, one moderator, two moderators, a moderator with the custodian, no one.
alter table schools
  add column anonymity_mode text not null default 'one'
    check (anonymity_mode in ('list', 'one', 'two', 'custodian', 'none')),
  -- A user of the school without other rights. A deleted account counts as none.
  add column custodian_id uuid;

-- The mode when it was written. Null is 'one', as before there was a choice.
alter table posts add column sealed_mode text,
  add constraint posts_sealed_mode check (sealed_mode in ('list', 'one', 'two', 'custodian', 'none')) not valid;
alter table comments add column sealed_mode text,
  add constraint comments_sealed_mode check (sealed_mode in ('list', 'one', 'two', 'custodian', 'none')) not valid;
alter table confessions add column sealed_mode text,
  add constraint confessions_sealed_mode check (sealed_mode in ('list', 'one', 'two', 'custodian', 'none')) not valid;
alter table ratings add column sealed_mode text,
  add constraint ratings_sealed_mode check (sealed_mode in ('list', 'one', 'two', 'custodian', 'none')) not valid;
-- Of the reported item, which may be deleted before the report.
alter table reports add column sealed_mode text,
  add constraint reports_sealed_mode check (sealed_mode in ('list', 'one', 'two', 'custodian', 'none')) not valid;

-- The stricter of two modes. Null is 'one'.
create function stricter_seal_mode(mode text, other_mode text) returns text
language sql immutable parallel safe as $$
  select modes[greatest(array_position(modes, coalesce(mode, 'one')), array_position(modes, coalesce(other_mode, 'one')))]
  from (select array['list', 'one', 'two', 'custodian', 'none']) as known (modes)
$$;

-- The history of a school's mode, and the change that waits for a second site administrator. Names are kept as in
-- audit_log, without a link to the account.
create table anonymity_changes (
  school_id uuid not null references schools (id) on delete cascade,
  id uuid not null,
  mode text not null check (mode in ('list', 'one', 'two', 'custodian', 'none')),
  custodian_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'withdrawn')),
  requested_by uuid not null,
  requested_by_name text not null,
  created_at timestamptz not null default now(),
  -- When it applies without a second person, because there was none. Null: it waits.
  applies_at timestamptz,
  -- Null when it applied by itself.
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  primary key (school_id, id),
  check ((state = 'waiting') = (decided_at is null)),
  -- Confirmed by another person.
  constraint anonymity_changes_need_another_person check (state <> 'applied' or decided_by is distinct from requested_by)
);
create unique index anonymity_changes_waiting on anonymity_changes (school_id) where state = 'waiting';
create index anonymity_changes_by_time on anonymity_changes (school_id, created_at desc);
