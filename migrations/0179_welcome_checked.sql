-- Reads the table without blocking writers.
alter table users validate constraint users_welcome;
