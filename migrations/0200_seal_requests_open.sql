create index concurrently if not exists seal_requests_by_state on seal_requests (school_id, state, created_at desc, id);
