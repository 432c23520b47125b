-- Messages are looked for too, by the people of their conversations.
create index messages_by_text on messages using gin (school_id, content gin_trgm_ops);
