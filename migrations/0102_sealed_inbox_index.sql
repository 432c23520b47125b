create unique index concurrently if not exists notifications_by_inbox on notifications (school_id, inbox) where inbox is not null;
