-- An optional rule of a school: people who missed three events in 120 days wait behind the others for seats.
alter table schools add column no_show_rule boolean not null default false;
alter table event_waitlist add column is_last boolean not null default false;

-- What a person says about an absence that they contest. The organizer can check them in afterwards.
create table event_no_show_contests (
  school_id uuid not null,
  event_id uuid not null,
  user_id uuid not null,
  text text not null check (length(text) <= 1000),
  created_at timestamptz not null default now(),
  primary key (school_id, event_id, user_id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index event_no_show_contests_by_user on event_no_show_contests (school_id, user_id);

-- The events of the last 120 days that a person was going to and missed: of those where someone was checked in. A person who was
-- checked in, also later, or who had given the seat back, missed none.
create function missed_events(school uuid, person uuid) returns table (event_id uuid) language sql stable as $$
  select events.id from event_attendees as seat
  join events on events.school_id = seat.school_id and events.id = seat.event_id
  where seat.school_id = school and seat.user_id = person and events.status = 'planned' and events.withheld_at is null
    and events.end_date < now() and events.end_date > now() - interval '120 days'
    and exists (select from event_check_ins as present
      where present.school_id = seat.school_id and present.event_id = seat.event_id)
    and not exists (select from event_check_ins as own where own.school_id = seat.school_id
      and own.event_id = seat.event_id and own.user_id = seat.user_id)
$$;

-- As before, but those who wait behind the others come last.
create or replace function promote_waiting(school uuid, promoted uuid) returns void language plpgsql as $$
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
    order by waiting.is_last, waiting.place limit event.max_attendees - event.attendees_count - event.held_count
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
