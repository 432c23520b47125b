create index concurrently if not exists confessions_shown_by_category
  on confessions (school_id, category, confession_number desc) where state = 'shown';
