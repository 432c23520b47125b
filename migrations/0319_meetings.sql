-- Where and when a buyer and a seller meet. Each conversation has at most one meeting that is proposed or accepted: a
-- further proposal replaces it.
create table meetings (
  school_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  listing_id uuid not null,
  proposed_by uuid not null,
  -- As the school listed the place then: name, how to find it, hours.
  place jsonb not null check (jsonb_typeof(place) = 'object'),
  at timestamptz not null,
  state text not null default 'proposed' check (state in ('proposed', 'accepted', 'declined', 'replaced')),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade,
  foreign key (school_id, listing_id) references listings (school_id, id) on delete cascade,
  foreign key (school_id, proposed_by) references users (school_id, id) on delete cascade
);
create unique index meetings_are_one_per_conversation on meetings (school_id, conversation_id)
  where state in ('proposed', 'accepted');
create index meetings_by_conversation on meetings (school_id, conversation_id);
create index meetings_by_listing on meetings (school_id, listing_id);
create index meetings_by_proposer on meetings (school_id, proposed_by);
create index meetings_by_time on meetings (at);
