-- The archives that `quad backup:daily` keeps. It writes a row when an archive is complete, and deletes it with the file.
create table backups (
  name text primary key check (length(name) <= 100),
  -- Time of the snapshot.
  taken_at timestamptz not null,
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  -- When it was last restored on trial, without a difference.
  proved_at timestamptz,
  -- What the last check found, if anything.
  problem text check (length(problem) <= 1000)
);
