-- Who manages a conversation of several. Null in older ones, and when the owner has left: then it is the participant who
-- has been there longest.
alter table conversations add column owner_id uuid;
alter table conversations add constraint conversations_owner foreign key (school_id, owner_id)
  references users (school_id, id) on delete set null (owner_id) not valid;
alter table messages drop constraint messages_system_kind_is_known;
alter table messages add constraint messages_system_kind_is_known
  check (system_kind in ('left', 'joined', 'removed', 'renamed')) not valid;
