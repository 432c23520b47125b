-- Reads the table without blocking writers.
alter table schools validate constraint schools_open_events;
