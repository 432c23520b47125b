drop index if exists messages_by_text; -- messages_in_conversation_by_text serves its queries
