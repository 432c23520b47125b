-- What of a conversation notifies a participant: all messages, or mentions and replies. Null for what its kind does by
-- default. Muted participants are notified of nothing.
alter table participants add column level text;
alter table participants add constraint participants_level_is_known check (level in ('all', 'mentions')) not valid;
-- The participants that a message names with an @.
alter table messages add column mentions uuid[] not null default '{}';
