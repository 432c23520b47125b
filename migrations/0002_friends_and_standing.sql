-- Friendships, blocks, and the moderation actions that a person's standing is computed from.

-- Two rows a friendship, one each way; the deferred key makes a one-sided friendship impossible.
create table friendships (
  school_id uuid not null,
  user_id uuid not null,
  friend_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, user_id, friend_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, friend_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, friend_id, user_id) references friendships (school_id, user_id, friend_id)
    on delete cascade deferrable initially deferred,
  check (user_id <> friend_id)
);

create table blocks (
  school_id uuid not null,
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, blocker_id, blocked_id),
  foreign key (school_id, blocker_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, blocked_id) references users (school_id, id) on delete cascade,
  check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (school_id, blocked_id, blocker_id);

create table moderation_actions (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  action_type text not null check (action_type in ('warn', 'suspend', 'ban')),
  reason text not null check (length(reason) between 1 and 5000),
  duration_hours integer check (duration_hours > 0),
  expires_at timestamptz,
  report_content text,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  notice_shown_at timestamptz,
  reversed_at timestamptz,
  reversed_by uuid,
  reversed_by_name text,
  reversal_reason text,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check ((action_type = 'suspend') = (expires_at is not null)),
  check ((action_type = 'suspend') = (duration_hours is not null)),
  check ((reversed_at is null) = (reversal_reason is null))
);
create index moderation_actions_by_user on moderation_actions (school_id, user_id, created_at desc);
create index moderation_actions_by_time on moderation_actions (school_id, created_at desc, id desc);
