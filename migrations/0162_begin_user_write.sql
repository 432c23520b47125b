-- The guard of a user's write: sent in one message with `begin`, before anything else of the transaction. Waits for a
-- change of the user's moderation status (which holds the same lock exclusively), then raises QU001 unless the user
-- exists, is not blocked and has not deleted the account. Volatile PL/pgSQL: the second statement sees what was
-- committed while the first one waited; a single statement of plain SQL would not.
--
-- The transaction plans its named statements once, like the pool of prepared reads.
create function begin_user_write(school uuid, writer uuid) returns void
language plpgsql volatile as $$
begin
  perform set_config('plan_cache_mode', 'force_generic_plan', true),
    pg_advisory_xact_lock_shared(hashtextextended('standing ' || writer::text, 0));
  perform from users where users.school_id = school and users.id = writer and users.deleted_at is null
    and (users.blocked_as is null or users.blocked_until <= now());
  if not found then
    raise exception 'User % may not write.', writer using errcode = 'QU001';
  end if;
end
$$;
