-- The message that a message answers, by its number: a number outlives the message, so that a reply to a deleted one
-- still says so. The check is validated by the next migration, which blocks no writer.
alter table messages add column reply_to_seq integer;
alter table messages add constraint messages_reply_to_earlier_ones
  check (reply_to_seq between 1 and seq - 1) not valid;

-- At most three reactions of a user to a message: each takes one of three slots.
create table message_reactions (
  school_id uuid not null,
  message_id uuid not null,
  user_id uuid not null,
  emoji text not null check (length(emoji) between 1 and 40 and emoji !~ '[A-Za-z<>&"[:space:]]'),
  slot smallint not null check (slot between 1 and 3),
  created_at timestamptz not null default now(),
  primary key (school_id, message_id, user_id, emoji),
  constraint message_reactions_at_most_three unique (school_id, message_id, user_id, slot),
  foreign key (school_id, message_id) references messages (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index message_reactions_by_user on message_reactions (school_id, user_id);
