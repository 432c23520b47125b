-- Reads the table without blocking writers.
alter table moderation_actions validate constraint moderation_actions_type_is_known;
alter table moderation_actions validate constraint moderation_actions_name_or_seal;
alter table moderation_actions validate constraint moderation_actions_source_is_known;
