-- A name changes at most once in 30 days, and the one before stays on the profile for as long.
alter table users add column name_changed_at timestamptz, add column previous_name text;

-- Names from before get the form of src/shared/names.ts: without characters that show nothing or change the direction of text.
with cleaned as (
  select school_id, id, left(coalesce(nullif(btrim(regexp_replace(
    normalize(regexp_replace(
      regexp_replace(name, '[\u0009-\u000d\u0085]', ' ', 'g'),
      '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U000ffffd\U00100000-\U0010fffd]', '', 'g'), NFC),
    '[\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), ''), split_part(email, '@', 1)), 100) as name
  from users
)
update users set name = cleaned.name
from cleaned
where users.school_id = cleaned.school_id and users.id = cleaned.id and users.name <> cleaned.name and cleaned.name <> '';
