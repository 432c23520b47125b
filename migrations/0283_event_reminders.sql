-- When an attendee wants to be reminded of an event. One who has not chosen is reminded an hour before the start.
alter table event_attendees add column chose_reminders boolean not null default false;

create table event_reminders (
  school_id uuid not null,
  event_id uuid not null,
  user_id uuid not null,
  -- Before the start.
  minutes integer not null check (minutes > 0),
  due_at timestamptz not null,
  sent_at timestamptz,
  primary key (school_id, event_id, user_id, minutes),
  foreign key (school_id, event_id, user_id)
    references event_attendees (school_id, event_id, user_id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index event_reminders_by_user on event_reminders (school_id, user_id);
create index event_reminders_due on event_reminders (due_at) where sent_at is null;

-- An event that is moved reminds again.
create function move_reminders() returns trigger language plpgsql as $$
begin
  update event_reminders set due_at = new.start_date - make_interval(mins => minutes), sent_at = null
  where school_id = new.school_id and event_id = new.id;
  return null;
end $$;
create trigger events_move_reminders after update of start_date on events for each row
  when (old.start_date is distinct from new.start_date) execute function move_reminders();
