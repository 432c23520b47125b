-- People whose items a user does not want to see, and single items. Only the user reads these rows.
create table mutes (
  school_id uuid not null,
  user_id uuid not null,
  muted_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, user_id, muted_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, muted_id) references users (school_id, id) on delete cascade,
  check (user_id <> muted_id)
);
create index mutes_by_muted on mutes (school_id, muted_id);

-- The day is enough to remove the oldest rows; a time would tell when a user read an item.
create table hidden_items (
  school_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('post', 'comment', 'group_post', 'group_comment', 'event', 'listing', 'assignment',
    'assignment_answer', 'rating', 'confession')),
  item_id uuid not null,
  created_at timestamptz not null default date_trunc('day', now()),
  primary key (school_id, user_id, kind, item_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
