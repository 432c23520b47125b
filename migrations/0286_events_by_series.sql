create unique index concurrently if not exists events_by_series on events (school_id, series_id, nth) where series_id is not null;
