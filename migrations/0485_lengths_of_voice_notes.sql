-- How long a voice note is, by its own samples.
alter table uploads add column duration_ms integer;
alter table uploads add constraint uploads_voice_notes_have_lengths
  check ((kind = 'audio') = (duration_ms is not null) and duration_ms between 0 and 180000) not valid;
