create index concurrently if not exists messages_by_vanishing on messages (vanish_at) where vanish_at is not null;
