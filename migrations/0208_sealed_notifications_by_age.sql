create index concurrently if not exists notifications_sealed_by_creation on notifications (created_at) where inbox is not null;
