create index concurrently if not exists listings_listed_by_favorites
  on listings (school_id, favorites_count desc, created_at desc, id desc) where state in ('available', 'reserved');
