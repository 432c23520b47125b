-- What a message said before each edit. The text that it has now is only in the message.
create table message_versions (
  school_id uuid not null,
  message_id uuid not null,
  version smallint not null check (version between 1 and 100),
  content text not null check (length(content) <= 5000),
  written_at timestamptz not null,
  primary key (school_id, message_id, version),
  foreign key (school_id, message_id) references messages (school_id, id) on delete cascade
);
