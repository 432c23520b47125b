-- One's own account: what mails one wants, which devices are signed in, the copy of one's data, and leaving.

alter table users add column email_notifications boolean not null default true;

-- Precise to a quarter of an hour.
alter table sessions add column last_seen_at timestamptz not null default now();

-- A person's latest copy of their data. The file lies in the store for a day.
create table exports (
  school_id uuid not null,
  user_id uuid not null,
  file text,
  bytes bigint check (bytes > 0),
  requested_at timestamptz not null default now(),
  ready_at timestamptz,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check ((file is null) = (ready_at is null)),
  check ((file is null) = (bytes is null))
);

-- People who have deleted their account and wait to be removed.
create index users_leaving on users (deleted_at) where deleted_at is not null;
