-- Searches of one conversation, and of all: it serves every query of messages_by_text, which the next migration drops.
create index concurrently if not exists messages_in_conversation_by_text
  on messages using gin (school_id, conversation_id, content gin_trgm_ops);
