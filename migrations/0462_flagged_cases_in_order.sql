create index concurrently if not exists cases_in_flagged_order on cases (school_id, rank, flagged desc, trust desc, first_at, id)
  where state = 'open';
