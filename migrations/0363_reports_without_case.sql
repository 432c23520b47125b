create index concurrently if not exists reports_without_case on reports (school_id, id)
  where status = 'pending' and case_id is null;
