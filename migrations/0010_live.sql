-- Whoever keeps an event stream open hears when its person may no longer have it: their standing or role changed, their
-- account went, or a session of theirs ended. Whatever wrote the change, on whichever server, all servers hear it as it commits.

create function announce_standing() returns trigger language plpgsql as $$
declare
  changed jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('standing', (changed ->> 'school_id') || ' ' || (changed ->> tg_argv[0]));
  return null;
end $$;

create trigger users_announce_their_standing after update of blocked_as, blocked_until, deleted_at, role on users
  for each row when (
    (old.blocked_as, old.blocked_until, old.deleted_at, old.role)
      is distinct from (new.blocked_as, new.blocked_until, new.deleted_at, new.role)
  ) execute function announce_standing('id');
create trigger sessions_announce_their_end after delete on sessions
  for each row execute function announce_standing('user_id');
