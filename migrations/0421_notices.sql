-- Notices from people without an account: one list for the whole site, since a notice belongs to a school only once its
-- link was found there.
create table notices (
  id uuid primary key,
  -- SHA-256 of the secret in the link of the mail.
  token_hash bytea not null unique check (length(token_hash) = 32),
  receipt text not null unique,
  concerns text not null check (concerns in ('self', 'other')),
  ground text not null check (ground in ('intimate', 'personal', 'law')),
  link text not null default '' check (length(link) <= 2000),
  text text not null default '' check (length(text) <= 1500),
  law text not null default '' check (length(law) <= 300),
  signature text not null check (length(signature) <= 100),
  email text not null check (length(email) <= 254),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  closed_at timestamptz,
  -- The report that it became. Both null when its link leads to no item: then site administrators handle it.
  school_id uuid,
  report_id uuid,
  check (link <> '' or text <> ''),
  check ((school_id is null) = (report_id is null)),
  check (closed_at is null or confirmed_at is not null),
  foreign key (school_id, report_id) references reports (school_id, id) on delete set null
);
create index notices_by_report on notices (school_id, report_id) where report_id is not null;
create index notices_unconfirmed on notices (created_at) where confirmed_at is null;
create index notices_open on notices (confirmed_at, id) where confirmed_at is not null and closed_at is null;
create index notices_closed on notices (closed_at) where closed_at is not null;
