-- The view keeps the former name: during an upgrade, servers of the previous version still write through it.
alter table ad_sightings rename to ad_impressions;
alter index ad_sightings_by_age rename to ad_impressions_by_age;
do $$ declare former name; begin
  for former in select conname from pg_constraint where conrelid = 'ad_impressions'::regclass and conname like 'ad\_sightings\_%' loop
    execute format('alter table ad_impressions rename constraint %I to %I', former, replace(former, 'ad_sightings', 'ad_impressions'));
  end loop;
end $$;
create view ad_sightings as select ad_id, hash, created_at from ad_impressions;
