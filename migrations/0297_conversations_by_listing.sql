create index concurrently if not exists conversations_by_listing
  on conversations (school_id, marketplace_listing_id, created_at) where marketplace_listing_id is not null;
