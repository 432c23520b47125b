create unique index concurrently if not exists confessions_shown_by_number on confessions (school_id, confession_number desc)
  where state = 'shown';
