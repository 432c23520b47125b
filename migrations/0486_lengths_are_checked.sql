-- Reads the table without blocking writers.
alter table uploads validate constraint uploads_voice_notes_have_lengths;
