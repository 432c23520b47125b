-- A person leaves a conversation of several: their row in participants goes, and this one says when and by whom.

create table conversation_exits (
  school_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  -- Null when they left by themselves.
  removed_by uuid,
  at timestamptz not null default now(),
  primary key (school_id, conversation_id, user_id),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, removed_by) references users (school_id, id) on delete set null (removed_by)
);
create index conversation_exits_by_user on conversation_exits (school_id, user_id);
create index conversation_exits_by_remover on conversation_exits (school_id, removed_by) where removed_by is not null;

-- What a line that nobody typed says; null for a message. Its sender is the person whom it is about. The check is
-- validated by the next migration, which blocks no writer.
alter table messages add column system_kind text;
alter table messages add constraint messages_system_kind_is_known check (system_kind in ('left')) not valid;
