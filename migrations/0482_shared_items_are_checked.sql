-- Reads the table without blocking writers.
alter table messages validate constraint messages_share_is_known;
