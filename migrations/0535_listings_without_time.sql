create index concurrently if not exists listings_without_time on listings (school_id)
  where expires_at is null and state in ('available', 'reserved');
