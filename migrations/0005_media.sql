-- Uploaded pictures and videos. The bytes lie in the file store under `name`, which nobody can guess.

create table uploads (
  school_id uuid not null references schools (id),
  name text not null check (name ~ '^[A-Za-z0-9_-]{32}$'),
  -- Who uploaded it; erased when it is attached to an anonymous item.
  owner_id uuid,
  purpose text not null,
  kind text not null check (kind in ('image', 'video')),
  extension text not null check (extension in ('webp', 'mp4', 'mov')),
  bytes bigint not null check (bytes > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  thumbhash bytea,
  -- The widths below its own in which a picture is kept.
  widths integer[] not null default '{}',
  -- What shows it: nothing for the first day, then it goes; or one item, with which it goes.
  item_kind text,
  item_id uuid,
  -- Its place among the item's files.
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  primary key (school_id, name),
  foreign key (school_id, owner_id) references users (school_id, id) on delete cascade,
  check ((item_kind is null) = (item_id is null)),
  check (item_id is not null or owner_id is not null),
  -- What names nobody tells no more of its moment than the minute.
  constraint uploads_sealed_time_is_coarse check (owner_id is not null or created_at = date_trunc('minute', created_at))
);
create index uploads_by_item on uploads (school_id, item_kind, item_id, position) where item_id is not null;
create index uploads_unattached on uploads (created_at) where item_id is null;
create index uploads_by_owner on uploads (school_id, owner_id) where owner_id is not null;

-- Files that no row needs; a job removes them from the store once they are due. A file is written down here before
-- it is stored, due in an hour, and struck out by the transaction that adds its row: a crash in between loses nothing.
create table abandoned_files (
  school_id uuid not null,
  file text not null,
  due_at timestamptz not null default now(),
  primary key (school_id, file)
);
create index abandoned_files_by_due on abandoned_files (due_at);

-- However a row goes, by an action or with its owner, its files follow.
create function abandon_files() returns trigger language plpgsql as $$
begin
  insert into abandoned_files (school_id, file)
  select gone.school_id, file from gone,
    lateral (select gone.name || '.' || gone.extension as file
      union all select gone.name || '-' || width || '.webp' from unnest(gone.widths) as width) as files
  on conflict do nothing;
  return null;
end $$;
create trigger uploads_abandon_their_files after delete on uploads
  referencing old table as gone for each statement execute function abandon_files();

-- Bytes that a person uploaded on a day (UTC), for the daily quota.
create table upload_days (
  school_id uuid not null,
  user_id uuid not null,
  day date not null,
  bytes bigint not null default 0,
  primary key (school_id, user_id, day),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index upload_days_by_day on upload_days (day);
