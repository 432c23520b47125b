-- An item that a message shares, by its kind and id. Nothing of the item is copied: each reader reads it by their own rules.
alter table messages add column share_kind text;
alter table messages add column share_id uuid;
alter table messages add constraint messages_share_is_known check ((share_kind is null) = (share_id is null)
  and share_kind in ('post', 'group_post', 'event', 'listing', 'question', 'professor')) not valid;
