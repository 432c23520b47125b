create index concurrently if not exists confessions_waiting on confessions (school_id, created_at, id)
  where state = 'waiting' and withheld_at is null;
