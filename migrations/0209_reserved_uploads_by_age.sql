create index concurrently if not exists uploads_reserved on uploads (created_at) where item_kind = 'pending';
