create index concurrently if not exists notifications_by_link on notifications (school_id, link text_pattern_ops) where params ? 'title' or params ? 'group_name';
