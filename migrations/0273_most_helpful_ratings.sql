create index concurrently if not exists ratings_most_helpful on ratings (school_id, professor_id, helpful_count desc, created_at desc) where review_text <> '' and withheld_at is null;
