-- Waitlists of full events, and cancelled events.

alter table events
  -- Seats that wait for the answer to an offer. `attendees_count` does not include them.
  add column held_count integer not null default 0,
  add column status text not null default 'planned',
  add column cancel_reason text,
  add constraint events_hold_no_negative_number check (held_count >= 0) not valid,
  add constraint events_status_is_known check (status in ('planned', 'cancelled')) not valid,
  add constraint events_cancelled_have_a_reason check
    ((status = 'cancelled') = (cancel_reason is not null) and length(cancel_reason) <= 500) not valid,
  drop constraint events_hold_no_more_than_their_maximum,
  add constraint events_hold_no_more_than_their_maximum
    check (max_attendees is null or attendees_count + held_count <= max_attendees) not valid;

-- Users who got a seat from the waitlist and are not notified of it yet.
alter table event_attendees add column notice_due boolean not null default false;

create table event_waitlist (
  school_id uuid not null,
  event_id uuid not null,
  user_id uuid not null,
  joined_at timestamptz not null default now(),
  -- The order of the line. Drawn while the event is locked, so that it is the order of the commits.
  place bigint not null generated always as identity,
  -- A seat that is held for this user until then.
  offer_id uuid,
  offered_until timestamptz,
  notice_due boolean not null default false,
  primary key (school_id, event_id, user_id),
  constraint event_waitlist_offers_end check ((offer_id is null) = (offered_until is null)),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index event_waitlist_by_place on event_waitlist (school_id, event_id, place);
create index event_waitlist_by_user on event_waitlist (school_id, user_id, event_id);
create index event_waitlist_by_offer on event_waitlist (offered_until) where offered_until is not null;

-- Gives the free seats of an event to the users who have waited longest. Until three hours before the start a seat is
-- theirs; later it is held for 30 minutes. Locks the event: every change of seats waits for it. Users whose rows are
-- being deleted are skipped, because the deletion waits for the event.
create function promote_waiting(school uuid, promoted uuid) returns void language plpgsql as $$
declare
  event events;
  chosen uuid[];
begin
  if not exists (select from event_waitlist
      where school_id = school and event_id = promoted and offered_until is null) then
    return;
  end if;
  select * into event from events where school_id = school and id = promoted for no key update;
  if event.id is null or event.withheld_at is not null or event.status = 'cancelled' or event.start_date <= now()
    or event.attendees_count + event.held_count >= event.max_attendees then
    return;
  end if;
  chosen := array(
    select waiting.user_id from event_waitlist as waiting
    join users on users.school_id = waiting.school_id and users.id = waiting.user_id
    where waiting.school_id = school and waiting.event_id = promoted and waiting.offered_until is null
      and users.deleted_at is null and (users.blocked_as is null or users.blocked_until <= now())
      and not exists (select from blocks where blocks.school_id = school and (blocks.blocker_id, blocks.blocked_id)
        in ((waiting.user_id, event.organizer_id), (event.organizer_id, waiting.user_id)))
      and (event.group_id is null or can_view_group(school, event.group_id, waiting.user_id))
      and exists (select from users as organizer where organizer.school_id = school
        and organizer.id = event.organizer_id and organizer.deleted_at is null)
    order by waiting.place limit event.max_attendees - event.attendees_count - event.held_count
    for key share of users skip locked);
  if cardinality(chosen) = 0 then return; end if;
  if event.start_date > now() + interval '3 hours' then
    delete from event_waitlist where school_id = school and event_id = promoted and user_id = any (chosen);
    insert into event_attendees (school_id, event_id, user_id, notice_due)
    select school, promoted, id, true from unnest(chosen) as id
    on conflict do nothing;
  else
    update event_waitlist
    set offer_id = gen_random_uuid(), offered_until = now() + interval '30 minutes', notice_due = true
    where school_id = school and event_id = promoted and user_id = any (chosen);
  end if;
  perform graphile_worker.add_job('inform_promoted', json_build_object('school_id', school, 'event_id', promoted));
end $$;

create function promote_to_free_seats() returns trigger language plpgsql as $$
begin
  perform promote_waiting(new.school_id, new.id);
  return null;
end $$;
-- Deferrable for `take_seat`, which frees a held seat and takes it again.
create constraint trigger events_promote_waiting
  after update of attendees_count, held_count, max_attendees, withheld_at on events
  deferrable initially immediate for each row
  when ((new.max_attendees is null or new.attendees_count + new.held_count < new.max_attendees)
    and (new.attendees_count + new.held_count < old.attendees_count + old.held_count
      or new.max_attendees is distinct from old.max_attendees or new.withheld_at is distinct from old.withheld_at))
  execute function promote_to_free_seats();

select keep_count('events.held_count', 'event_waitlist', 'offered_until is not null', changes => true);

-- Takes a seat: one that is held for the user, or a free one. Returns the number of attendees, null if there is no such
-- event. Fails with the constraint events_hold_no_more_than_their_maximum when none is free. Locks the event first.
create function take_seat(school uuid, taken uuid, attendee uuid) returns integer language plpgsql as $$
begin
  perform from events where school_id = school and id = taken and withheld_at is null and status <> 'cancelled'
    for no key update;
  if not found then return null; end if;
  if exists (select from event_waitlist where school_id = school and event_id = taken and user_id = attendee) then
    set constraints events_promote_waiting deferred;
    delete from event_waitlist where school_id = school and event_id = taken and user_id = attendee;
    insert into event_attendees (school_id, event_id, user_id) values (school, taken, attendee) on conflict do nothing;
    set constraints events_promote_waiting immediate;
  else
    insert into event_attendees (school_id, event_id, user_id) values (school, taken, attendee) on conflict do nothing;
  end if;
  return (select attendees_count from events where school_id = school and id = taken);
end $$;

-- Gives a seat back, which promotes the next user. Returns the number of attendees after that.
create function leave_seat(school uuid, freed uuid, attendee uuid) returns integer language plpgsql as $$
begin
  perform from events where school_id = school and id = freed and withheld_at is null for no key update;
  if not found then return null; end if;
  delete from event_attendees where school_id = school and event_id = freed and user_id = attendee;
  return (select attendees_count from events where school_id = school and id = freed);
end $$;

-- A block between the organizer and a user who waits ends the wait. Locks the events first, like every change of seats.
create function leave_lines_of_blocked() returns trigger language plpgsql as $$
declare
  event uuid;
begin
  for event in
    select planned.id from events as planned where planned.school_id = new.school_id and exists (
      select from event_waitlist as waiting where waiting.school_id = new.school_id and waiting.event_id = planned.id
        and (waiting.user_id, planned.organizer_id)
          in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id)))
      and planned.organizer_id in (new.blocker_id, new.blocked_id)
    order by planned.id for no key update
  loop
    delete from event_waitlist where school_id = new.school_id and event_id = event
      and user_id in (new.blocker_id, new.blocked_id);
  end loop;
  return null;
end $$;
create trigger blocks_end_waiting after insert on blocks for each row execute function leave_lines_of_blocked();
