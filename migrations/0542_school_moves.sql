-- Schools on their way between two cells (docs/decisions/0188). A school without a row is served here if it is in `schools`.
-- `direction` says which end of the move this database is, `cell` names the other end.
--   out: copying (still served here), paused (read here, writes are refused), done (served by `cell`)
--   in:  copying (served by `cell`), ready (all rows are here; served here as soon as `cell` says done)
-- No foreign key: the row is here before the school's, and stays when that is deleted.
create table school_moves (
  school_id uuid primary key,
  direction text not null,
  state text not null,
  cell text not null,
  changed_at timestamptz not null default now(),
  check ((direction = 'out' and state in ('copying', 'paused', 'done')) or (direction = 'in' and state in ('copying', 'ready')))
);

create function announce_school_move() returns trigger language plpgsql as $$
begin
  perform pg_notify('school_moves', '');
  return null;
end $$;
create trigger announce after insert or update or delete on school_moves for each statement execute function announce_school_move();
