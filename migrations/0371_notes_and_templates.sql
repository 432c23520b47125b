-- Texts that moderators of a school use again and again.
create table moderation_templates (
  school_id uuid not null references schools (id) on delete cascade,
  id uuid not null,
  title text not null check (length(title) <= 100),
  text text not null check (length(text) <= 2000),
  created_at timestamptz not null default now(),
  primary key (school_id, id)
);

-- What moderators write down about a person, for each other. Part of that person's export.
create table person_notes (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- Kept like in audit_log: site administrators belong to other schools.
  author_id uuid not null,
  author_name text not null,
  text text not null check (length(text) <= 2000),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index person_notes_by_user on person_notes (school_id, user_id, created_at desc);
