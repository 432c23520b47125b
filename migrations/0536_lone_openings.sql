-- The seals that a moderator opened alone within the last days, in the moderator's own school: what the weekly limit counts.
-- A site administrator opens seals of any school. Without foreign keys: adding them locks tables in use.
create table lone_openings (
  school_id uuid not null,
  user_id uuid not null,
  request_id uuid not null,
  opened_at timestamptz not null default now(),
  primary key (school_id, user_id, request_id)
);
create index lone_openings_by_age on lone_openings (opened_at);

insert into lone_openings (school_id, user_id, request_id, opened_at)
  select users.school_id, users.id, request.id, request.opened_at
  from seal_requests as request join users on users.id = request.requested_by
  where request.decided_by is null and request.opened_at > now() - interval '7 days';
