create index concurrently if not exists reports_by_case on reports (school_id, case_id) where case_id is not null;
