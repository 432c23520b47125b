-- Moderators who are notified of urgent reports immediately, and until when.
create table duties (
  school_id uuid not null,
  user_id uuid not null,
  until timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index duties_by_end on duties (until);
-- What a reporter of a danger is told to call: [{"name", "number"}].
create table emergency_numbers (
  school_id uuid primary key references schools (id) on delete cascade,
  numbers jsonb not null
);
