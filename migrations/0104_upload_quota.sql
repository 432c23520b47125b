-- Counted under a keyed hash of person and day: beside a user's id, the day's bytes and the row's transaction led to the
-- pictures of anonymous posts. The quota of today begins again.
delete from upload_days;
alter table upload_days drop column user_id;
alter table upload_days add column owner bytea not null;
alter table upload_days add primary key (school_id, owner);
