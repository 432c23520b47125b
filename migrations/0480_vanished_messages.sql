-- What participants can still report of messages that have disappeared: text, sender and names of pictures, sealed by the
-- servers. The row of the message is deleted. No reference to the conversation: the pictures are released with this row.
create table vanished (
  school_id uuid not null references schools (id) on delete cascade,
  message_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  sealed bytea not null,
  erase_at timestamptz not null,
  primary key (school_id, message_id)
);
create index vanished_by_age on vanished (erase_at);
