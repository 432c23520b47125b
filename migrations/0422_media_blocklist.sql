-- Fingerprints of an image: `pixels`, SHA-256 of its decoded pixels, is equal for the same file; `phash`, 64 bits of its
-- rough shape, is near for a copy that was compressed, resized or cropped a little. Null for videos, for images from
-- before, and `phash` also for images with too little shape.
alter table uploads
  add column pixels bytea, add column phash bit(64),
  -- The entry of the blocklist that it looks like, and when moderators got a case about it.
  add column blocked_by uuid, add column match_reported_at timestamptz;

-- Intimate images that a decision removed, for the whole site: neither the image nor whose it was. A reversed decision
-- removes its entries.
create table media_blocklist (
  id uuid primary key default gen_random_uuid(),
  pixels bytea not null check (length(pixels) = 32),
  phash bit(64),
  decision_id uuid not null,
  created_at timestamptz not null default now(),
  -- When the uploads of before were compared with it.
  compared_at timestamptz,
  -- Two administrators remove an entry by hand: the first asks.
  removal_reason text check (length(removal_reason) <= 500),
  removal_asked_by uuid,
  removal_asked_by_name text,
  removal_asked_at timestamptz,
  -- Of two hashes that differ in at most six bits, one of four parts differs in at most one.
  part_1 integer generated always as (substring(phash from 1 for 16)::bit(16)::integer) stored,
  part_2 integer generated always as (substring(phash from 17 for 16)::bit(16)::integer) stored,
  part_3 integer generated always as (substring(phash from 33 for 16)::bit(16)::integer) stored,
  part_4 integer generated always as (substring(phash from 49 for 16)::bit(16)::integer) stored,
  unique (decision_id, pixels),
  check ((removal_asked_at is null) = (removal_reason is null) and (removal_asked_at is null) = (removal_asked_by is null)
    and (removal_asked_at is null) = (removal_asked_by_name is null))
);
create index media_blocklist_by_pixels on media_blocklist (pixels);
create index media_blocklist_by_age on media_blocklist (created_at);
create index media_blocklist_new on media_blocklist (created_at) where compared_at is null;
create index media_blocklist_by_part_1 on media_blocklist (part_1);
create index media_blocklist_by_part_2 on media_blocklist (part_2);
create index media_blocklist_by_part_3 on media_blocklist (part_3);
create index media_blocklist_by_part_4 on media_blocklist (part_4);

-- The entry that an image looks like, if any: in at most six bits of its shape.
create function find_blocked(asked bit(64)) returns uuid language sql stable parallel safe as $$
  with variants as (
    select part, array_agg(whole # flip) as values
    from (values (1, substring(asked from 1 for 16)::bit(16)::integer), (2, substring(asked from 17 for 16)::bit(16)::integer),
      (3, substring(asked from 33 for 16)::bit(16)::integer), (4, substring(asked from 49 for 16)::bit(16)::integer)
    ) as parts (part, whole)
    cross join unnest(array[0] || array(select 1 << shift from generate_series(0, 15) as shift)) as flip
    group by part
  )
  select id from media_blocklist
  where asked is not null and bit_count(phash # asked) <= 6 and (
    part_1 = any ((select values from variants where part = 1)::integer[])
    or part_2 = any ((select values from variants where part = 2)::integer[])
    or part_3 = any ((select values from variants where part = 3)::integer[])
    or part_4 = any ((select values from variants where part = 4)::integer[]))
  order by bit_count(phash # asked), id limit 1
$$;

-- An item never shows a blocked image before a moderator has looked: it is hidden as it is attached.
create function hold_blocked_upload() returns trigger language plpgsql as $$
begin
  new.held_at := now();
  return new;
end $$;
create trigger uploads_hold_blocked before update of item_kind, item_id on uploads for each row
  when (new.blocked_by is not null and new.match_reported_at is null and new.held_at is null
    and new.item_kind is not null and new.item_kind <> 'pending')
  execute function hold_blocked_upload();

-- A removal of what was reported as an intimate image adds its images to the list; a reversal takes them off.
create function block_removed_images() returns trigger language plpgsql as $$
begin
  insert into media_blocklist (pixels, phash, decision_id)
  select distinct on (uploads.pixels) uploads.pixels, uploads.phash, new.id
  from cases
  join reports on reports.school_id = cases.school_id and reports.case_id = cases.id
  join report_images as shown on shown.school_id = reports.school_id and shown.report_id = reports.id
  join uploads on uploads.school_id = shown.school_id and uploads.name = shown.name
  where cases.school_id = new.school_id and cases.kind = new.item_kind and cases.content_id = new.item_id
    and cases.priority = 'intimate' and cases.state = 'open' and uploads.pixels is not null
  on conflict do nothing;
  return null;
end $$;
create trigger decisions_block_images after insert on moderation_actions for each row
  when (new.action_type = 'remove' and new.item_id is not null) execute function block_removed_images();

create function unblock_images() returns trigger language plpgsql as $$
begin
  delete from media_blocklist where decision_id = new.id;
  return null;
end $$;
create trigger decisions_unblock_images after update of reversed_at on moderation_actions for each row
  when (new.action_type = 'remove' and old.reversed_at is null and new.reversed_at is not null)
  execute function unblock_images();
