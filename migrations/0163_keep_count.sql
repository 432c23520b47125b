-- Stored counts that triggers keep. `recount` compares each with the rows that it counts.
create table counters (
  -- Table and column: 'groups.members_count'.
  counter text primary key,
  -- The table whose rows are counted.
  counted text not null,
  -- SQL condition: the row `counted` belongs to the row `own`.
  belongs text not null,
  -- SQL condition on the columns of a row that is counted.
  condition text not null
);

-- Keeps a counter equal to the number of rows of `counted` whose foreign key names the row of the counter, from now on.
-- `changes`: an update can change the foreign key or the condition. `formerly`: the operations that servers of the
-- previous version count themselves; their triggers skip sessions without the setting of this version, until a migration
-- of the next version calls the function again without `formerly`.
create function keep_count(
  counter text, counted regclass, condition text default 'true', changes boolean default false, formerly text[] default '{}'
) returns void language plpgsql as $$
declare
  own regclass := split_part(counter, '.', 1);
  total text := split_part(counter, '.', 2);
  -- Sorts behind the triggers of points and ratings, so that the rows that others wait for are locked in one order.
  keeper text := format('%s_keep_%s', counted, total);
  keys text;
  belongs text;
  gained text;
  lost text;
  body text;
  trigger text := 'create or replace trigger %I after %s on %s referencing %s for each statement %s execute function %I()';
  skip text := 'when (current_setting(''quad.counted_by'', true) = ''triggers'')';
begin
  select string_agg(quote_ident(theirs.attname), ', ' order by n),
    string_agg(format('counted.%I = own.%I', theirs.attname, ours.attname), ' and ' order by n)
  into strict keys, belongs
  from pg_constraint as key, unnest(key.conkey, key.confkey) with ordinality as pair (from_column, to_column, n),
    pg_attribute as theirs, pg_attribute as ours
  where contype = 'f' and conrelid = counted and confrelid = own
    and theirs.attrelid = conrelid and theirs.attnum = from_column
    and ours.attrelid = confrelid and ours.attnum = to_column
  group by key.oid;

  gained := format('select %s, 1 as change from gained where %s', keys, condition);
  lost := format('select %s, -1 as change from lost where %s', keys, condition);
  body := format('update %s as own set %I = own.%I + counted.change
    from (select %s, sum(change)::integer as change from (%%s) as rows group by %s having sum(change) <> 0) as counted
    where %s;', own, total, total, keys, keys, belongs);
  execute format('create or replace function %I() returns trigger language plpgsql as $keeper$ begin
    if tg_op = ''INSERT'' then %s elsif tg_op = ''DELETE'' then %s else %s end if;
    return null; end $keeper$', keeper,
    format(body, gained), format(body, lost), format(body, gained || ' union all ' || lost));

  execute format(trigger, keeper || '_gains', 'insert', counted, 'new table as gained',
    case when 'insert' = any(formerly) then skip end, keeper);
  execute format(trigger, keeper || '_losses', 'delete', counted, 'old table as lost',
    case when 'delete' = any(formerly) then skip end, keeper);
  if changes then
    execute format(trigger, keeper || '_changes', 'update', counted, 'old table as lost new table as gained',
      case when 'update' = any(formerly) then skip end, keeper);
  end if;

  insert into counters values (counter, counted, belongs, condition)
  on conflict on constraint counters_pkey do update
    set counted = excluded.counted, belongs = excluded.belongs, condition = excluded.condition;
end $$;

select keep_count('events.attendees_count', 'event_attendees', formerly => '{insert}');
drop trigger event_attendees_free_their_seats on event_attendees;
drop function free_seats();
alter table events rename constraint events_check1 to events_hold_no_more_than_their_maximum;

select keep_count('groups.members_count', 'group_members', formerly => '{insert}');
drop trigger group_members_free_their_places on group_members;
drop function free_places();

select keep_count('listings.favorites_count', 'listing_favorites', formerly => '{insert}');
drop trigger listing_favorites_are_counted_off on listing_favorites;
drop function forget_favorites();
