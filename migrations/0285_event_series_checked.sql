-- Reads the table without blocking writers.
alter table events validate constraint events_of_series_have_a_number;
alter table events validate constraint events_belong_to_a_series;
