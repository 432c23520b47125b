create index concurrently if not exists listings_by_end on listings (ended_at) where ended_at is not null;
