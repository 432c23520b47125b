create index concurrently if not exists listings_listed_by_price on listings (school_id, price, id)
  where state in ('available', 'reserved');
