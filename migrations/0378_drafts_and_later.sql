-- What a participant has typed and not sent, for their other devices.
create table message_drafts (
  school_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  text text not null check (length(text) between 1 and 5000),
  updated_at timestamptz not null default now(),
  primary key (school_id, conversation_id, user_id),
  foreign key (school_id, conversation_id, user_id)
    references participants (school_id, conversation_id, user_id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index message_drafts_by_user on message_drafts (school_id, user_id);
create index message_drafts_by_age on message_drafts (updated_at);

-- Messages to send later. A message gets its number when it is sent, so these are no rows of messages. Each takes one of
-- fifty slots of its sender.
create table scheduled_messages (
  school_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  sender_id uuid not null,
  slot smallint not null check (slot between 1 and 50),
  content text not null check (length(content) between 1 and 5000),
  reply_to uuid,
  send_at timestamptz not null,
  -- When it could not be sent: its sender decides what becomes of it.
  failed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint scheduled_messages_at_most_fifty unique (school_id, sender_id, slot),
  foreign key (school_id, conversation_id, sender_id)
    references participants (school_id, conversation_id, user_id) on delete cascade,
  foreign key (school_id, sender_id) references users (school_id, id) on delete cascade
);
create index scheduled_messages_by_participant on scheduled_messages (school_id, conversation_id, sender_id);
create index scheduled_messages_due on scheduled_messages (send_at) where failed_at is null;
create index scheduled_messages_failed on scheduled_messages (failed_at) where failed_at is not null;

-- Messages that users want to be reminded of. Each takes one of fifty slots of its user.
create table message_reminders (
  school_id uuid not null,
  user_id uuid not null,
  message_id uuid not null,
  slot smallint not null check (slot between 1 and 50),
  at timestamptz not null,
  primary key (school_id, user_id, message_id),
  constraint message_reminders_at_most_fifty unique (school_id, user_id, slot),
  foreign key (school_id, message_id) references messages (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index message_reminders_by_message on message_reminders (school_id, message_id);
create index message_reminders_due on message_reminders (at);
