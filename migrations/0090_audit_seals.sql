-- The chain over the audit log: every line that has been committed is sealed, once, in a sequence without gaps, with
-- SECRET_KEY, which is not in here. A job does it, so that no two administrators wait for each other; lines from before
-- this table are sealed like new ones. No foreign key to the log: a seal outlives a line that somebody took away.
create table audit_seals (
  seq bigint primary key check (seq > 0),
  line bigint not null unique,
  seal bytea not null,
  at timestamptz not null default now()
);
