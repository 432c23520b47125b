-- People that an organizer removed from an event. They can take no seat of it and cannot wait for one until an organizer
-- lets them back in: otherwise they would return by themselves, and read the new link.
create table event_removals (
  school_id uuid not null,
  event_id uuid not null,
  user_id uuid not null,
  removed_at timestamptz not null default now(),
  primary key (school_id, event_id, user_id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index event_removals_by_user on event_removals (school_id, user_id);

-- Seats change only behind the lock on the event, so a removal is committed before or after a seat is taken.
create function keep_removed_out() returns trigger language plpgsql as $$
begin
  if exists (select from event_removals
      where school_id = new.school_id and event_id = new.event_id and user_id = new.user_id) then
    raise exception 'This person was removed from the event'
      using errcode = 'check_violation', constraint = 'event_removals_keep_out';
  end if;
  return new;
end $$;
create trigger event_attendees_keep_removed_out before insert on event_attendees
  for each row execute function keep_removed_out();
create trigger event_waitlist_keep_removed_out before insert on event_waitlist
  for each row execute function keep_removed_out();
