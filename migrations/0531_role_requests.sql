-- An administrator asked to grant or revoke the role of an administrator; a second one confirms within a day.
create table role_requests (
  school_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('student', 'admin')),
  requested_by uuid not null,
  requested_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, requested_by) references users (school_id, id) on delete cascade,
  check (requested_by <> user_id)
);
create index role_requests_by_age on role_requests (created_at);
create index role_requests_by_requester on role_requests (school_id, requested_by);
