create index concurrently if not exists appeals_not_escalated on appeals (created_at)
  where escalated_at is null and state in ('open', 'claimed');
