alter table users add column removal_swept_days double precision;
