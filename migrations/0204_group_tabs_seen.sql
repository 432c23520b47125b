-- When a member last opened the events and the shared questions of a group. The tabs count what is newer.
alter table group_members
  add column events_seen_at timestamptz not null default now(),
  add column questions_seen_at timestamptz not null default now();
