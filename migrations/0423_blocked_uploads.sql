-- The uploads that look like a blocked image and have no case yet.
create index concurrently if not exists uploads_blocked on uploads (school_id, name)
  where blocked_by is not null and match_reported_at is null;
