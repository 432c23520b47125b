-- Whether confessions appear immediately, after a moderator has read them, or not at all.
alter table schools add column confessions_mode text not null default 'on'
  constraint schools_confessions_mode check (confessions_mode in ('on', 'read_first', 'off'));

-- A waiting confession has no number: numbers follow the order of appearance, and a rejected one leaves no gap.
alter table confessions
  add column state text not null default 'shown',
  alter column confession_number drop not null,
  add constraint confessions_state check (state in ('shown', 'waiting')) not valid,
  add constraint confessions_number_once_shown check ((state = 'shown') = (confession_number is not null)) not valid;

-- Waiting ones are counted apart. One trigger for both columns: a restoration changes both.
drop trigger tally_confessions_withheld on confessions;
drop function tally_confessions_withheld();
select keep_tally_of_withheld('confessions', $$'confession' || case state when 'waiting' then ' waiting' else '' end$$);
drop trigger tally_confessions_withheld on confessions;
create trigger tally_confessions_withheld after update of withheld_at, state on confessions for each row
  when (old.withheld_at is distinct from new.withheld_at or old.state <> new.state)
  execute function tally_confessions_withheld();
