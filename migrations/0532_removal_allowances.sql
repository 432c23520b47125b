-- A second administrator allowed one more batch of bulk removals to one administrator, until the end of the day.
create table removal_allowances (
  school_id uuid not null,
  user_id uuid not null,
  allowed_by uuid not null,
  allowed_by_name text not null,
  until timestamptz not null,
  primary key (school_id, user_id, allowed_by),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check (allowed_by <> user_id)
);
create index removal_allowances_by_end on removal_allowances (until);
