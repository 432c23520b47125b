-- The picture of a conversation of several is that of the line that says who has set it. So participants read, report and lose it
-- like a picture of a message.
alter table conversations add column picture_seq integer;
-- Who names it: its owner, or every participant.
alter table conversations add column renamed_by text not null default 'owner';
alter table conversations add constraint conversations_renamed_by_is_known
  check (renamed_by in ('owner', 'everyone')) not valid;
alter table messages drop constraint messages_system_kind_is_known;
alter table messages add constraint messages_system_kind_is_known
  check (system_kind in ('left', 'joined', 'removed', 'renamed', 'vanishing', 'pictured')) not valid;
