-- Each opening of a seal by a moderator: what the weekly limit counts, how long the name can be read, and what the author is
-- still to be told. Who opened it is kept like in audit_log, without a link to the account: site administrators open too.
create table seal_requests (
  school_id uuid not null references schools (id),
  id uuid not null,
  kind text not null,
  content_id uuid not null,
  category text not null check (category in ('danger', 'law', 'threat', 'harassment', 'sanction', 'other')),
  -- Null two years later.
  reason text check (length(reason) <= 2000),
  state text not null default 'opened' check (state in ('waiting', 'opened', 'declined', 'expired')),
  requested_by uuid not null,
  requested_by_name text not null,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  -- Until then the one who opened it reads the name.
  closes_at timestamptz,
  -- When the author is told, unless the case is closed earlier.
  notice_due timestamptz not null,
  -- What the author is found by to be told; null once they are, or nobody is left to tell.
  author_seal bytea,
  primary key (school_id, id),
  check ((state = 'opened') = (opened_at is not null and closes_at is not null))
) with (fillfactor = 90);
create unique index seal_requests_waiting on seal_requests (school_id, kind, content_id) where state = 'waiting';
create index seal_requests_by_item on seal_requests (school_id, kind, content_id, requested_by);
create index seal_requests_by_requester on seal_requests (requested_by, opened_at);
create index seal_requests_by_time on seal_requests (school_id, created_at);
create index seal_requests_due on seal_requests (notice_due) where author_seal is not null;
