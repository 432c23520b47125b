-- Details that only attendees read, facts, and users who organize an event together.
alter table events
  add column online_link text,
  add column exact_location text,
  -- { step_free, quiet_area, captions, food, language, cost }; absent ones are unknown.
  add column facts jsonb not null default '{}',
  add constraint events_details_are_short check (length(online_link) <= 500 and length(exact_location) <= 500) not valid;

create table event_organizers (
  school_id uuid not null,
  event_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null default now(),
  -- One of five, so that concurrent additions exceed no limit.
  seat smallint not null constraint event_organizers_are_at_most_five check (seat between 1 and 5),
  primary key (school_id, event_id, user_id),
  constraint event_organizers_have_a_seat_each unique (school_id, event_id, seat),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index event_organizers_by_user on event_organizers (school_id, user_id, event_id);
