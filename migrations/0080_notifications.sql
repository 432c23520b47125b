-- What concerns a person: one row for all that happens of one kind about one thing, until they have read it.
create table notifications (
  school_id uuid not null references schools (id),
  -- Says nothing of the time: the rows of sealed things must not.
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  -- Instead of user_id, for the author of something anonymous: a mark of one person and one day, which nobody can
  -- compute or undo without the key. Link and sentence are sealed then, and the time is the day's beginning.
  inbox bytea,
  kind text not null check (kind ~ '^[a-z_]+$'),
  link text not null check (length(link) <= 300),
  -- What has happened; '{names}' stands for whoever did it.
  sentence text check (length(sentence) <= 500),
  sealed bytea,
  -- Who did it, the latest first; the first hundred.
  actors uuid[] not null default '{}' check (cardinality(actors) <= 100),
  -- How often it happened, where nobody is named.
  times integer not null default 1 check (times > 0),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- The mail that it still has to be in.
  due text check (due in ('mail', 'digest')),
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check ((user_id is null) <> (inbox is null)),
  check ((inbox is null) = (sealed is null)),
  check ((sealed is null) <> (sentence is null)),
  check (inbox is null or (actors = '{}' and due is null))
);
create unique index notifications_unread on notifications (school_id, user_id, kind, link) where read_at is null and user_id is not null;
create index notifications_latest on notifications (school_id, user_id, created_at desc, id desc) where user_id is not null;
create unique index notifications_of_inbox on notifications (school_id, inbox, link) where inbox is not null;
create index notifications_due on notifications (due, created_at) where due is not null;
create index notifications_by_age on notifications using brin (created_at);

-- How a person wants to be told, where they have chosen; what is missing is as the product suggests.
create table notification_choices (
  school_id uuid not null,
  user_id uuid not null,
  -- For each kind one of off, product, digest, mail.
  ways jsonb not null default '{}' check (jsonb_typeof(ways) = 'object'),
  -- Hours of the school's clock between which no mail leaves, also across midnight.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  check ((quiet_from is null) = (quiet_to is null))
);
