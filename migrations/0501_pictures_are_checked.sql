-- Reads the tables without blocking writers.
alter table conversations validate constraint conversations_renamed_by_is_known;
alter table messages validate constraint messages_system_kind_is_known;
