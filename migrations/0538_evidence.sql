-- The pictures and videos of what a decision removed as intimate: evidence for 90 days. A job encrypts each file; two
-- administrators together open it. A reversed decision returns the files to their item.
alter table uploads
  add column evidence_at timestamptz,
  drop constraint uploads_extension_is_known,
  -- `sealed`: an encrypted file, which no address leads to.
  add constraint uploads_extension_is_listed check (extension in ('webp', 'mp4', 'mov', 'pdf', 'txt', 'md', 'csv', 'docx',
    'xlsx', 'pptx', 'odt', 'ods', 'odp', 'zip', 'm4a', 'weba', 'sealed')) not valid;

create table evidence (
  school_id uuid not null,
  name text not null check (name ~ '^[A-Za-z0-9_-]{32}$'),
  decision_id uuid not null,
  -- The type of the file, which is `sealed` in `uploads` once it is encrypted.
  extension text not null,
  -- The key of the file, encrypted with SECRET_KEY. Null until the job has encrypted the file.
  wrapped_key bytea,
  created_at timestamptz not null default now(),
  -- When the decision was reversed, until the job has returned the file.
  returned_at timestamptz,
  primary key (school_id, name),
  foreign key (school_id, name) references uploads (school_id, name) on delete cascade
);
create index evidence_by_age on evidence (created_at);
create index evidence_by_decision on evidence (school_id, decision_id);
create index evidence_to_move on evidence (school_id, name) where wrapped_key is null or returned_at is not null;

-- One administrator asks to open the evidence of a decision, and another one opens it for both.
create table evidence_openings (
  school_id uuid not null references schools (id),
  decision_id uuid not null,
  reason text not null check (length(reason) <= 2000),
  requested_by uuid not null,
  requested_by_name text not null,
  approved_by uuid,
  approved_by_name text,
  closes_at timestamptz,
  -- Of the request, then of the approval.
  changed_at timestamptz not null default now(),
  primary key (school_id, decision_id),
  constraint evidence_openings_have_two_people check (approved_by <> requested_by),
  check ((approved_by is null) = (closes_at is null) and (approved_by is null) = (approved_by_name is null))
);
create index evidence_openings_by_age on evidence_openings (changed_at);

create or replace function block_removed_images() returns trigger language plpgsql as $$
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
  insert into evidence (school_id, name, decision_id, extension)
  select distinct uploads.school_id, uploads.name, new.id, uploads.extension
  from cases
  join reports on reports.school_id = cases.school_id and reports.case_id = cases.id
  join report_images as shown on shown.school_id = reports.school_id and shown.report_id = reports.id
  join uploads on uploads.school_id = shown.school_id and uploads.name = shown.name
  where cases.school_id = new.school_id and cases.kind = new.item_kind and cases.content_id = new.item_id
    and cases.priority = 'intimate' and cases.state = 'open' and uploads.kind in ('image', 'video')
  -- Removed again before the job has returned it.
  on conflict (school_id, name) do update
    set decision_id = excluded.decision_id, created_at = excluded.created_at, returned_at = null;
  update uploads set evidence_at = now() from evidence
  where evidence.school_id = new.school_id and evidence.decision_id = new.id
    and uploads.school_id = evidence.school_id and uploads.name = evidence.name;
  return null;
end $$;

create or replace function unblock_images() returns trigger language plpgsql as $$
begin
  delete from media_blocklist where decision_id = new.id;
  update evidence set returned_at = now() where school_id = new.school_id and decision_id = new.id;
  -- Its item is shown without it until the job has decrypted it.
  update uploads set held_at = now() from evidence
  where evidence.school_id = new.school_id and evidence.decision_id = new.id
    and uploads.school_id = evidence.school_id and uploads.name = evidence.name;
  return null;
end $$;

-- With its evidence, a file goes: also from the reports that would keep it.
create function delete_evidence() returns trigger language plpgsql as $$
begin
  delete from report_images using gone
  where report_images.school_id = gone.school_id and report_images.name = gone.name and gone.returned_at is null;
  delete from uploads using gone
  where uploads.school_id = gone.school_id and uploads.name = gone.name and gone.returned_at is null;
  return null;
end $$;
create trigger evidence_deletes_its_files after delete on evidence
  referencing old table as gone for each statement execute function delete_evidence();
