-- What an administrator lets a student do on the moderation desk, and until when.
create table grants (
  school_id uuid not null,
  user_id uuid not null,
  grant_name text not null check (grant_name in ('cases', 'content', 'appeals', 'rules')),
  -- Kept like in audit_log: site administrators belong to other schools.
  granted_by uuid not null,
  granted_by_name text not null,
  created_at timestamptz not null default now(),
  until timestamptz not null,
  primary key (school_id, user_id, grant_name),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index grants_by_end on grants (until);

-- Servers then look at the open streams of the user.
create trigger grants_standing after insert or update or delete on grants for each row
  execute function announce_standing('user_id');
