-- What is over is passed by within the index: a list of what is coming grows with what comes, not with what has been.
drop index events_by_start;
create index events_by_start on events (school_id, start_date, id, end_date);
