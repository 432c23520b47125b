-- When those who come were reminded; an event that is moved reminds again.
alter table events add column reminded_at timestamptz;
create index events_to_remind_of on events (start_date) where reminded_at is null;
