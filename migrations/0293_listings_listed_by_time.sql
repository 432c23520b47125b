create index concurrently if not exists listings_listed_by_time on listings (school_id, created_at desc, id desc)
  where state in ('available', 'reserved');
