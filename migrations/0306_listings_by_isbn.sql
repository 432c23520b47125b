create index concurrently if not exists listings_by_isbn on listings (school_id, isbn) where isbn is not null;
