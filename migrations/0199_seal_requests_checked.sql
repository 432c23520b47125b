-- Reads the table without blocking writers.
alter table seal_requests validate constraint seal_requests_state_check;
alter table seal_requests validate constraint seal_requests_mode;
alter table seal_requests validate constraint seal_requests_need_another_person;
