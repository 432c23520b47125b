-- Where people of a school can meet safely, as its administrators list them.
alter table schools
  add column places jsonb not null default '[]',
  add constraint schools_places check (jsonb_typeof(places) = 'array') not valid;
