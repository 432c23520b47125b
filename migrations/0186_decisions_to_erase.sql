create index concurrently if not exists moderation_actions_to_erase on moderation_actions (appeal_until) where action_type = 'remove' and erased_at is null and reversed_at is null;
