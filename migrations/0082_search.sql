-- Messages are looked for too, by the people of their conversations.
create index concurrently if not exists messages_by_text on messages using gin (school_id, content gin_trgm_ops);
