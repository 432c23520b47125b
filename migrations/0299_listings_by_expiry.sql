create index concurrently if not exists listings_by_expiry on listings (expires_at) where expires_at is not null;
