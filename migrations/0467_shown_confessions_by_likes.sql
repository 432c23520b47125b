create index concurrently if not exists confessions_shown_by_likes
  on confessions (school_id, likes_count desc, confession_number desc) where state = 'shown';
