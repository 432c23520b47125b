create index concurrently if not exists listings_listed_by_category
  on listings (school_id, category, created_at desc, id desc) where state in ('available', 'reserved');
