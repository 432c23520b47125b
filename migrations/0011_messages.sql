-- Conversations, the people in them, and what they say.

create table conversations (
  school_id uuid not null references schools (id),
  id uuid not null,
  kind text not null check (kind in ('direct', 'several', 'group', 'listing')),
  -- What there can be only one conversation about: 'direct A B', 'group G', 'listing L B'. Several people may have many.
  topic text,
  title text check (length(title) between 1 and 200),
  group_id uuid,
  marketplace_listing_id uuid,
  -- The number of the latest message: messages are numbered in the order in which this row was held.
  last_seq integer not null default 0 check (last_seq >= 0),
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, topic),
  check ((kind = 'several') = (topic is null)),
  check ((kind = 'group') = (group_id is not null)),
  check ((kind = 'listing') = (marketplace_listing_id is not null))
) with (fillfactor = 80);

create table participants (
  school_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  -- Numbers of messages: read so far; cleared from this person's view; the latest when they removed the conversation
  -- from their list, to which a later one brings it back.
  read_seq integer not null default 0,
  cleared_seq integer not null default 0,
  hidden_seq integer,
  joined_at timestamptz not null default now(),
  primary key (school_id, conversation_id, user_id),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
) with (fillfactor = 80);
create index participants_by_user on participants (school_id, user_id, conversation_id);

create table messages (
  school_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  seq integer not null check (seq > 0),
  -- Null once their account is gone for good: what they said to others stays with the others.
  sender_id uuid,
  type text not null default 'text' check (type in ('text', 'image')),
  content text not null check (length(content) <= 5000),
  image_url text,
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  primary key (school_id, id),
  unique (school_id, conversation_id, seq),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade,
  foreign key (school_id, sender_id) references users (school_id, id) on delete set null (sender_id),
  check ((type = 'image') = (image_url is not null)),
  check (type = 'image' or content <> '')
);
create index messages_by_sender on messages (school_id, sender_id, created_at desc) where sender_id is not null;
