-- Questions that members show their group. They stay the school's; here is only who has pointed at them.

create table group_assignments (
  school_id uuid not null,
  group_id uuid not null,
  assignment_id uuid not null,
  shared_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, group_id, assignment_id),
  foreign key (school_id, group_id) references groups (school_id, id) on delete cascade,
  foreign key (school_id, assignment_id) references assignments (school_id, id) on delete cascade,
  foreign key (school_id, shared_by) references users (school_id, id) on delete cascade
);
create index group_assignments_by_time on group_assignments (school_id, group_id, created_at desc, assignment_id);
create index group_assignments_by_assignment on group_assignments (school_id, assignment_id);
create index group_assignments_by_person on group_assignments (school_id, shared_by);
