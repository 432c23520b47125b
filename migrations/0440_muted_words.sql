-- The words whose items a user does not want to see: [{"word", "match", "places", "ends_at", "except_friends"}].
alter table safety_settings add column words jsonb not null default '[]';
alter table safety_settings add constraint safety_settings_words
  check (jsonb_typeof(words) = 'array' and jsonb_array_length(words) <= 100) not valid;
