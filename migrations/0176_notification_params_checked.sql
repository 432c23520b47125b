-- Reads the table without blocking writers.
alter table notifications validate constraint notifications_params_size;
alter table notifications validate constraint notifications_has_text;
