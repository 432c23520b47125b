-- Reads the table without blocking writers.
alter table moderation_actions validate constraint moderation_actions_end_is_known;
alter table moderation_actions validate constraint moderation_actions_duration_is_known;
