create index concurrently if not exists moderation_actions_by_item on moderation_actions (school_id, item_kind, item_id) where item_id is not null;
