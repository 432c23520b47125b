-- At most ten pinned messages of a conversation: each takes one of ten slots.
create table message_pins (
  school_id uuid not null,
  conversation_id uuid not null,
  message_id uuid not null,
  slot smallint not null check (slot between 1 and 10),
  pinned_by uuid,
  pinned_at timestamptz not null default now(),
  primary key (school_id, message_id),
  constraint message_pins_at_most_ten unique (school_id, conversation_id, slot),
  foreign key (school_id, message_id) references messages (school_id, id) on delete cascade,
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade,
  foreign key (school_id, pinned_by) references users (school_id, id) on delete set null (pinned_by)
);
create index message_pins_by_user on message_pins (school_id, pinned_by) where pinned_by is not null;
