-- An administrator asked to pause the powers of a colleague; a second one confirms within a day.
create table pause_requests (
  school_id uuid not null,
  user_id uuid not null,
  requested_by uuid not null,
  requested_by_name text not null,
  reason text not null check (length(reason) <= 2000),
  created_at timestamptz not null default now(),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, requested_by) references users (school_id, id) on delete cascade,
  check (requested_by <> user_id)
);
create index pause_requests_by_age on pause_requests (created_at);
create index pause_requests_by_requester on pause_requests (school_id, requested_by);
