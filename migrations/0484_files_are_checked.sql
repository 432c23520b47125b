-- Reads the table without blocking writers.
alter table uploads validate constraint uploads_kind_is_known;
alter table uploads validate constraint uploads_extension_is_known;
alter table uploads validate constraint uploads_files_have_names;
alter table uploads validate constraint uploads_files_have_hashes;
alter table uploads validate constraint uploads_voice_notes;
