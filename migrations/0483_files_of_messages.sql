-- Files and voice notes of messages. A file keeps the name that its sender gave it, and the SHA-256 of its bytes; a voice
-- note has 40 values of its loudness, and what the sender typed of it.
alter table uploads
  add column original_name text, add column sha256 bytea, add column waveform smallint[], add column transcript text;
alter table uploads drop constraint uploads_kind_check, drop constraint uploads_extension_check;
alter table uploads
  add constraint uploads_kind_is_known check (kind in ('image', 'video', 'file', 'audio')) not valid,
  add constraint uploads_extension_is_known check (extension in ('webp', 'mp4', 'mov', 'pdf', 'txt', 'md', 'csv', 'docx',
    'xlsx', 'pptx', 'odt', 'ods', 'odp', 'zip', 'm4a', 'weba')) not valid,
  add constraint uploads_files_have_names check ((kind = 'file') = (original_name is not null)
    and length(original_name) between 1 and 200) not valid,
  add constraint uploads_files_have_hashes check ((kind in ('file', 'audio')) = (sha256 is not null)
    and length(sha256) = 32) not valid,
  add constraint uploads_voice_notes check ((kind = 'audio' or (waveform is null and transcript is null))
    and cardinality(waveform) = 40 and length(transcript) <= 5000) not valid;
-- Whether files or a voice note are attached, so that a page of messages without any reads no uploads.
alter table messages add column has_files boolean not null default false;

-- Files that a decision removed: the users of the school cannot upload them again. A reversed decision removes its entries.
create table blocked_files (
  school_id uuid not null references schools (id) on delete cascade,
  sha256 bytea not null check (length(sha256) = 32),
  decision_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, sha256, decision_id)
);
create index blocked_files_by_age on blocked_files (created_at);
create index blocked_files_by_decision on blocked_files (school_id, decision_id);

create function block_removed_files() returns trigger language plpgsql as $$
begin
  insert into blocked_files (school_id, sha256, decision_id)
  select distinct new.school_id, uploads.sha256, new.id
  from reports
  join report_images as shown on shown.school_id = reports.school_id and shown.report_id = reports.id
  join uploads on uploads.school_id = shown.school_id and uploads.name = shown.name
  where reports.school_id = new.school_id and reports.kind = new.item_kind and reports.content_id = new.item_id
    and uploads.sha256 is not null
  on conflict do nothing;
  return null;
end $$;
create trigger decisions_block_files after insert on moderation_actions for each row
  when (new.action_type = 'remove' and new.item_id is not null) execute function block_removed_files();

create function unblock_files() returns trigger language plpgsql as $$
begin
  delete from blocked_files where school_id = new.school_id and decision_id = new.id;
  return null;
end $$;
create trigger decisions_unblock_files after update of reversed_at on moderation_actions for each row
  when (new.action_type = 'remove' and old.reversed_at is null and new.reversed_at is not null)
  execute function unblock_files();
