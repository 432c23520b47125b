create index concurrently if not exists conversations_by_owner on conversations (school_id, owner_id)
  where owner_id is not null;
