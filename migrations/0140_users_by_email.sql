-- Administrators search people by email as well as by name.
create index concurrently if not exists users_by_email_text on users using gin (school_id, email gin_trgm_ops);
