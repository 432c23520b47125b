-- Events of a school. Attendance comes with its own table when people can say that they will come.

create table events (
  school_id uuid not null references schools (id),
  id uuid not null,
  organizer_id uuid not null,
  group_id uuid,
  title text not null check (length(title) between 1 and 200),
  description text not null check (length(description) <= 5000),
  location text not null check (length(location) <= 200),
  start_date timestamptz not null,
  end_date timestamptz not null,
  max_attendees integer check (max_attendees > 0),
  attendees_count integer not null default 0 check (attendees_count >= 0),
  image_url text,
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, organizer_id) references users (school_id, id) on delete cascade,
  check (start_date < end_date),
  check (max_attendees is null or attendees_count <= max_attendees)
);
create index events_by_start on events (school_id, start_date, id) where group_id is null;
