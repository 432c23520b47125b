-- Images from before there were fingerprints get theirs by a job. One that can't be decoded is not tried again.
alter table uploads add column is_unreadable boolean not null default false;
