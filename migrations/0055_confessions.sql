-- Confessions. No row here holds a user: neither of who confessed nor of who likes it.

create table confessions (
  school_id uuid not null references schools (id),
  id uuid not null,
  confession_number integer not null check (confession_number > 0),
  author_tag bytea not null,
  author_seal bytea not null,
  content text not null check (length(content) between 10 and 2000),
  category text not null default 'general' check (category in ('general', 'academic', 'social', 'personal', 'campus',
    'relationships')),
  likes_count integer not null default 0 check (likes_count >= 0),
  created_at timestamptz not null default date_trunc('minute', now()),
  primary key (school_id, id),
  constraint confessions_time_is_coarse check (created_at = date_trunc('minute', created_at))
) with (fillfactor = 90);
create unique index confessions_by_number on confessions (school_id, confession_number desc);
create index confessions_by_likes on confessions (school_id, likes_count desc, confession_number desc);
create index confessions_by_category on confessions (school_id, category, confession_number desc);
create index confessions_by_time on confessions (school_id, created_at desc, id desc);
create index confessions_by_text on confessions using gin (school_id, content gin_trgm_ops);

-- The last number that each school has given away. A deleted confession leaves its gap.
create table confession_numbers (
  school_id uuid primary key references schools (id),
  last integer not null
);

-- The id of a like is a keyed hash of who likes what: the server finds it again, and a copy of the database names nobody.
create table confession_likes (
  school_id uuid not null,
  id uuid not null,
  confession_id uuid not null,
  author_tag bytea not null,
  -- The day (UTC), no nearer: enough to tell what is trending.
  liked_on date not null default (now() at time zone 'UTC')::date,
  primary key (school_id, id),
  foreign key (school_id, confession_id) references confessions (school_id, id) on delete cascade
);
create index confession_likes_by_confession on confession_likes (school_id, confession_id, liked_on);

-- However a like comes or goes, the count follows.
create function follow_confession_like() returns trigger language plpgsql as $$
begin
  update confessions set likes_count = likes_count + case tg_op when 'INSERT' then 1 else -1 end
  where school_id = coalesce(new.school_id, old.school_id) and id = coalesce(new.confession_id, old.confession_id);
  return null;
end $$;
create trigger confession_likes_are_counted after insert or delete on confession_likes
  for each row execute function follow_confession_like();

select keep_tally('confessions', $$'confession'$$);
