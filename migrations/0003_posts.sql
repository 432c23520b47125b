-- Posts, comments and likes. Authorship is sealed on anonymous rows: they hold no user id, only a tag that answers
-- "is it mine?" with the server's key, and a seal that only the school's moderation key opens.

create table posts (
  school_id uuid not null references schools (id),
  id uuid not null,
  author_id uuid,
  author_tag bytea,
  author_seal bytea,
  is_anonymous boolean not null default false,
  group_id uuid,
  content text not null check (length(content) between 1 and 2000),
  type text not null default 'text' check (type in ('text', 'image')),
  media_urls text[] not null default '{}' check (cardinality(media_urls) <= 10),
  visibility text not null default 'school' check (visibility in ('school')),
  like_count integer not null default 0 check (like_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, author_id) references users (school_id, id) on delete cascade,
  constraint posts_authorship_is_named_or_sealed check (
    case when is_anonymous
      then author_id is null and author_tag is not null and author_seal is not null
      else author_id is not null and author_tag is null and author_seal is null
    end
  ),
  -- An anonymous row tells no more of its moment than the minute.
  constraint posts_sealed_time_is_coarse check (not is_anonymous or created_at = date_trunc('minute', created_at))
) with (fillfactor = 90);
create index posts_feed on posts (school_id, created_at desc, id desc) where group_id is null;
create index posts_by_author on posts (school_id, author_id, created_at desc, id desc) where author_id is not null;
create index posts_by_text on posts using gin (school_id, content gin_trgm_ops);

create table post_likes (
  school_id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, post_id, user_id),
  foreign key (school_id, post_id) references posts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index post_likes_by_user on post_likes (school_id, user_id);

create table comments (
  school_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  parent_id uuid,
  author_id uuid,
  author_tag bytea,
  author_seal bytea,
  is_anonymous boolean not null default false,
  content text not null check (length(content) between 1 and 2000),
  like_count integer not null default 0 check (like_count >= 0),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  -- A reply answers a comment of the same post, and goes when that comment goes.
  unique (school_id, post_id, id),
  foreign key (school_id, post_id) references posts (school_id, id) on delete cascade,
  foreign key (school_id, post_id, parent_id) references comments (school_id, post_id, id) on delete cascade,
  foreign key (school_id, author_id) references users (school_id, id) on delete cascade,
  constraint comments_authorship_is_named_or_sealed check (
    case when is_anonymous
      then author_id is null and author_tag is not null and author_seal is not null
      else author_id is not null and author_tag is null and author_seal is null
    end
  ),
  constraint comments_sealed_time_is_coarse check (not is_anonymous or created_at = date_trunc('minute', created_at))
) with (fillfactor = 90);
create index comments_of_post on comments (school_id, post_id, created_at, id);
create index comments_by_parent on comments (school_id, post_id, parent_id) where parent_id is not null;
create index comments_by_author on comments (school_id, author_id, created_at desc) where author_id is not null;
create index comments_by_time on comments (school_id, created_at desc) where author_id is not null;

create table comment_likes (
  school_id uuid not null,
  comment_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, comment_id, user_id),
  foreign key (school_id, comment_id) references comments (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index comment_likes_by_user on comment_likes (school_id, user_id);
