create unique index concurrently if not exists moderation_actions_by_mark on moderation_actions (school_id, author_mark) where author_mark is not null;
