create index concurrently if not exists uploads_without_fingerprints on uploads (school_id, name)
  where kind = 'image' and pixels is null and not is_unreadable;
