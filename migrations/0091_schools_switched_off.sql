-- The people of a school that is switched off are signed out at once, and so are their open event streams: announced like a
-- person's standing, with the school alone.

create function announce_switched_off() returns trigger language plpgsql as $$
begin
  perform pg_notify('standing', new.id::text);
  return null;
end $$;

create trigger schools_announce_being_switched_off after update of is_active on schools
  for each row when (old.is_active and not new.is_active) execute function announce_switched_off();
