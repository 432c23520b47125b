-- Reads the table without blocking writers.
alter table events validate constraint events_hold_no_more_than_their_maximum;
alter table events validate constraint events_hold_no_negative_number;
alter table events validate constraint events_status_is_known;
alter table events validate constraint events_cancelled_have_a_reason;
