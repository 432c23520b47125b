-- Who was at an event. Codes are derived and never stored.
create table event_check_ins (
  school_id uuid not null,
  event_id uuid not null,
  user_id uuid not null,
  at timestamptz not null default now(),
  -- The organizer who scanned; null after a poster was scanned, and when that account is gone.
  checked_by uuid,
  primary key (school_id, event_id, user_id),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, checked_by) references users (school_id, id) on delete set null (checked_by)
);
create index event_check_ins_by_user on event_check_ins (school_id, user_id);
create index event_check_ins_by_organizer on event_check_ins (school_id, checked_by) where checked_by is not null;
create index event_check_ins_by_age on event_check_ins (at);
