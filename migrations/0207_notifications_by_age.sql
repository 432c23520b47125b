create index concurrently if not exists notifications_by_creation on notifications (created_at);
