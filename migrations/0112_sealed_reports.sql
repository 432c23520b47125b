create index concurrently if not exists reports_sealed on reports (school_id, id) where author_seal is not null;
