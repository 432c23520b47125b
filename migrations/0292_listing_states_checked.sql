-- Reads the table without blocking writers.
alter table listings validate constraint listings_state;
alter table listings validate constraint listings_end_with_their_state;
