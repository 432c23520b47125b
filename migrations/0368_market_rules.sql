-- Rules of a school for its marketplace and events: items that may not be offered, and how many upcoming events a person may
-- have. Null: any number.
alter table schools
  add column prohibited_items text[] not null default '{}',
  add column open_events integer,
  add constraint schools_open_events check (open_events between 1 and 100) not valid;

-- When a person first listed a text. The same text again within seven days keeps that date, so that it does not return to
-- the top of the list.
create table listing_dates (
  school_id uuid not null,
  seller_id uuid not null,
  -- Of title and description.
  digest bytea not null,
  first_at timestamptz not null default now(),
  primary key (school_id, seller_id, digest),
  foreign key (school_id, seller_id) references users (school_id, id) on delete cascade
);
create index listing_dates_by_age on listing_dates (first_at);

-- A text in lower case with a space around each word, to find whole words.
create function to_words(text) returns text language sql immutable parallel safe
  return ' ' || btrim(regexp_replace(lower($1), '[^[:alnum:]]+', ' ', 'g')) || ' ';
