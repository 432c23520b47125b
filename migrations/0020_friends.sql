-- Friend requests, and the order in which a school's people are listed.

-- An open request; it goes when it is accepted, declined or taken back, or when one of the two blocks the other.
create table friend_requests (
  school_id uuid not null,
  id uuid not null,
  requester_id uuid not null,
  addressee_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, requester_id, addressee_id),
  foreign key (school_id, requester_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, addressee_id) references users (school_id, id) on delete cascade,
  check (requester_id <> addressee_id)
);
-- Two people have one request between them, whoever asked.
create unique index friend_requests_one_a_pair on friend_requests
  (school_id, least(requester_id, addressee_id), greatest(requester_id, addressee_id));
create index friend_requests_by_addressee on friend_requests (school_id, addressee_id, created_at desc);
create index friend_requests_by_requester on friend_requests (school_id, requester_id, created_at desc);

-- By the rules of Unicode, so that É stands with E.
create index users_in_order on users (school_id, (lower(name) collate "und-x-icu"), id);
