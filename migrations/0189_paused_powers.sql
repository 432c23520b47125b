-- Until then an administrator has the powers of a student: a site administrator paused them, 'infinity' until they are returned.
alter table users add column paused_until timestamptz;

create or replace trigger users_announce_their_standing
  after update of blocked_as, blocked_until, deleted_at, role, paused_until on users
  for each row when (
    (old.blocked_as, old.blocked_until, old.deleted_at, old.role, old.paused_until)
      is distinct from (new.blocked_as, new.blocked_until, new.deleted_at, new.role, new.paused_until)
  ) execute function announce_standing('id');

-- As before, and without the paused ones.
create or replace function other_moderator_exists(school uuid, involved uuid[]) returns boolean language sql stable as $$
  select exists (select from users where deleted_at is null
    and (blocked_as is null or blocked_until <= now())
    and (paused_until is null or paused_until <= now())
    and (role = 'admin' and school_id = school or role = 'site_admin')
    and id <> all (involved))
$$;
