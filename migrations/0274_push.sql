-- The key pairs with which push services recognize this installation (VAPID, RFC 8292). The newest is used.
create table push_keys (
  -- Hash of the public key: browsers compare it.
  id text primary key,
  public_key text not null,
  private_sealed bytea not null,
  created_at timestamptz not null default now()
);

-- A browser that receives pushes. It belongs to a session and ends with it.
create table push_subscriptions (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  endpoint_hash bytea not null,
  p256dh text not null,
  auth text not null,
  key_id text not null,
  created_at timestamptz not null default now(),
  last_ok_at timestamptz,
  -- In a row, since the last success.
  failures integer not null default 0,
  primary key (school_id, id),
  constraint push_endpoint_once unique (endpoint_hash, school_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, session_id) references sessions (school_id, id) on delete cascade
) with (fillfactor = 80);
create index push_subscriptions_by_user on push_subscriptions (school_id, user_id, created_at);
create index push_subscriptions_by_session on push_subscriptions (school_id, session_id);
create index push_subscriptions_by_age on push_subscriptions (created_at);

-- What waits to be pushed: one row per user and topic. It disappears when it is sent or has become unnecessary.
create table push_due (
  school_id uuid not null,
  user_id uuid not null,
  topic text not null,
  kind text not null,
  link text not null,
  first_at timestamptz not null default now(),
  due_at timestamptz not null,
  count integer not null default 1,
  -- Held back, for quiet hours or a limit: becomes part of a summary.
  is_held boolean not null default false,
  primary key (school_id, user_id, topic),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
) with (fillfactor = 70);
create index push_due_by_time on push_due (due_at);
create index push_due_by_age on push_due (first_at);

-- A ban and the deactivation of a school end the subscriptions, whatever wrote the change. Other ends of a session delete its row.
create function end_push_of_user() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where school_id = new.school_id and user_id = new.id;
  delete from push_due where school_id = new.school_id and user_id = new.id;
  return null;
end $$;
create trigger users_end_push after update of blocked_as, deleted_at on users
  for each row when (new.blocked_as = 'banned' or new.deleted_at is not null) execute function end_push_of_user();

create function end_push_of_school() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where school_id = new.id;
  delete from push_due where school_id = new.id;
  return null;
end $$;
create trigger schools_end_push after update of is_active on schools
  for each row when (old.is_active and not new.is_active) execute function end_push_of_school();
