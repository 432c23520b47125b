alter table schools
  -- Where students in a crisis find help: [{"line", "hours"}].
  add column help_lines jsonb not null default '[]',
  -- What names a place at the school: 'Room ', 'Hall B'.
  add column location_prefixes text[] not null default '{}',
  -- Whether anonymous texts that name someone ask their author first.
  add column naming_check boolean not null default false;
alter table schools add constraint schools_help_lines
  check (jsonb_typeof(help_lines) = 'array' and jsonb_array_length(help_lines) <= 10) not valid;

-- The author of an anonymous item confirmed it although it names someone.
alter table posts add column flagged boolean not null default false;
alter table comments add column flagged boolean not null default false;
alter table confessions add column flagged boolean not null default false;
