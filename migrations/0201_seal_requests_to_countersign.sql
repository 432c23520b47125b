create index concurrently if not exists seal_requests_to_countersign on seal_requests (countersign_until)
  where countersign_until is not null and countersigned_at is null and missed_at is null;
