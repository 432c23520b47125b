-- Anonymous items that wait for their publication. A row says neither what it is nor whose: `owner` is a keyed hash that
-- only the server can compute, different for each of a person's rows, and everything else is encrypted and padded.
-- A job moves them into their tables in shuffled batches, so that nothing there leads back to the moment of writing.
create table pending_items (
  school_id uuid not null references schools (id) on delete cascade,
  owner bytea not null,
  sealed bytea not null,
  publish_at timestamptz not null,
  primary key (school_id, owner)
);
create index pending_items_due on pending_items (publish_at);
