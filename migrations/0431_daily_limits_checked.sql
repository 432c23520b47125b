-- Reads the table without blocking writers.
alter table schools validate constraint schools_reports_per_day;
alter table schools validate constraint schools_anonymous_per_day;
