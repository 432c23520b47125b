-- Which kinds are pushed (absent: the default of the kind), and how much a locked screen shows.
alter table notification_choices
  add column push jsonb not null default '{}',
  add column lock_screen text not null default 'sender';
alter table notification_choices add constraint notification_choices_lock_screen
  check (lock_screen in ('everything', 'sender', 'nothing')) not valid;
