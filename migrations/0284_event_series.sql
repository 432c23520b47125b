-- Events that repeat. Each date is a row of `events`; the rule names the dates as they were planned, for calendar files.
create table event_series (
  school_id uuid not null references schools (id),
  id uuid not null,
  -- { start, freq, interval, by, count }: the wall clock time of the first date, and how the others follow.
  rule jsonb not null,
  timezone text not null,
  -- Increases with each change of a date. Calendar apps replace the series when it is higher.
  sequence integer not null default 0,
  primary key (school_id, id),
  constraint event_series_have_2_to_52_dates check ((rule ->> 'count')::integer between 2 and 52)
);

alter table events
  add column series_id uuid,
  -- The number of the date in its series, from 1.
  add column nth integer,
  -- Changed or cancelled alone: changes of several dates omit it.
  add column changed_alone boolean not null default false,
  add constraint events_of_series_have_a_number check ((series_id is null) = (nth is null) and nth > 0) not valid,
  add constraint events_belong_to_a_series foreign key (school_id, series_id)
    references event_series (school_id, id) not valid;

-- A series ends with its last date.
create function delete_empty_series() returns trigger language plpgsql as $$
begin
  delete from event_series using (select distinct school_id, series_id from lost where series_id is not null) as left_behind
  where event_series.school_id = left_behind.school_id and event_series.id = left_behind.series_id
    and not exists (select from events
      where events.school_id = event_series.school_id and events.series_id = event_series.id);
  return null;
end $$;
create trigger events_delete_empty_series after delete on events referencing old table as lost
  for each statement execute function delete_empty_series();

-- Takes a seat at each later date of a series that has one, or gives them back. Returns the dates with their numbers of
-- attendees. Locks the events in the order of their ids, like every change of several dates.
create function answer_series(school uuid, answered uuid, attendee uuid, attends boolean)
returns table (id uuid, attendees_count integer) language plpgsql as $$
#variable_conflict use_column
declare
  dates uuid[];
  one uuid;
begin
  select array_agg(locked.id) into dates from (
    select events.id from events where school_id = school and series_id = answered and status = 'planned'
      and withheld_at is null and end_date > now()
    order by events.id for no key update) as locked;
  foreach one in array coalesce(dates, '{}') loop
    begin
      if attends then perform take_seat(school, one, attendee); else perform leave_seat(school, one, attendee); end if;
    exception when check_violation then null; -- this date is full
    end;
  end loop;
  return query select events.id, events.attendees_count from events
    where school_id = school and events.id = any (dates);
end $$;
