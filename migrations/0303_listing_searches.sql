-- What users look for in the marketplace. Each user has at most twenty: a search takes one of twenty slots, which the constraint
-- guards. The writer locks the user first (an advisory lock), so that concurrent ones never choose the same free slot.
create table listing_searches (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  slot smallint not null check (slot between 1 and 20),
  name text not null,
  -- The filters of the list, as its query has them.
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  alert text not null check (alert in ('immediate', 'digest')),
  created_at timestamptz not null default now(),
  -- When a listing matched it last.
  last_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  constraint listing_searches_twenty_per_user unique (school_id, user_id, slot)
);
