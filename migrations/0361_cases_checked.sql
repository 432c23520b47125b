-- Reads the table without blocking writers.
alter table reports validate constraint reports_urgent;
alter table reports validate constraint reports_case;
