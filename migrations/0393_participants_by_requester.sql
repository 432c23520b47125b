create index concurrently if not exists participants_by_requester on participants (school_id, requested_by, requested_at)
  where requested_by is not null;
