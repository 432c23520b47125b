-- Who comes to an event, and the secret links by which calendars of other makers read events.

alter table events
  add column updated_at timestamptz not null default now(),
  -- How often it was changed, as calendars count it.
  add column sequence integer not null default 0;

create table event_attendees (
  school_id uuid not null,
  event_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, event_id, user_id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index event_attendees_by_user on event_attendees (school_id, user_id, event_id);

-- An account that goes takes its promises along, and the seats are free again.
create function free_seats() returns trigger language plpgsql as $$
begin
  update events set attendees_count = attendees_count - freed.seats
  from (select school_id, event_id, count(*) as seats from gone group by 1, 2) as freed
  where events.school_id = freed.school_id and events.id = freed.event_id;
  return null;
end $$;
create trigger event_attendees_free_their_seats after delete on event_attendees
  referencing old table as gone for each statement execute function free_seats();

-- Upcoming events are those with their end ahead; past ones are paged by it.
drop index events_by_start;
create index events_by_start on events (school_id, start_date, id);
create index events_by_end on events (school_id, end_date desc, id desc);
create index events_by_organizer on events (school_id, organizer_id, end_date desc);

create function words_of(text[]) returns text language sql immutable parallel safe as $$ select array_to_string($1, ' ') $$;
alter table events add column words text not null generated always as
  (title || ' ' || location || ' ' || words_of(tags) || ' ' || description) stored;
create index events_by_words on events using gin (school_id, words gin_trgm_ops);

-- The token itself is an HMAC that the server can make again; here is its hash.
create table calendar_links (
  school_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('mine', 'school')),
  version integer not null default 1,
  token_hash bytea not null,
  primary key (school_id, user_id, kind),
  unique (school_id, token_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- Content management counts and lists them.
create index events_all_by_time on events (school_id, created_at desc, id desc);
select keep_tally('events', $$case when group_id is null then 'event' else 'group_event' end$$);
