-- Uploaded pictures and videos. The bytes lie in the file store under `name`, which nobody can guess.

create table uploads (
  school_id uuid not null references schools (id),
  id uuid not null,
  -- Who uploaded it; erased when it is attached to an anonymous item.
  owner_id uuid,
  name text not null check (name ~ '^[A-Za-z0-9_-]{22,}$'),
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
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, name),
  foreign key (school_id, owner_id) references users (school_id, id) on delete cascade,
  check ((item_kind is null) = (item_id is null)),
  check (item_id is not null or owner_id is not null)
);
create index uploads_by_item on uploads (school_id, item_kind, item_id) where item_id is not null;
create index uploads_unattached on uploads (created_at) where item_id is null;
create index uploads_by_owner on uploads (school_id, owner_id) where owner_id is not null;

-- Files whose row is gone; a job removes them from the store.
create table abandoned_files (
  school_id uuid not null,
  file text not null,
  since timestamptz not null default now(),
  primary key (school_id, file)
);

-- Bytes that a person uploaded on a day (UTC), for the daily quota.
create table upload_days (
  school_id uuid not null,
  user_id uuid not null,
  day date not null,
  bytes bigint not null default 0,
  primary key (school_id, user_id, day),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
