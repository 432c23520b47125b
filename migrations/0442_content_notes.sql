-- What awaits the reader of an item, as its author or a moderator says it, and whether its pictures are covered.
alter table posts add column note text, add column sensitive boolean not null default false;
alter table comments add column note text, add column sensitive boolean not null default false;
alter table confessions add column note text, add column sensitive boolean not null default false;
alter table posts add constraint posts_note check (char_length(note) between 1 and 100) not valid;
alter table comments add constraint comments_note check (char_length(note) between 1 and 100) not valid;
alter table confessions add constraint confessions_note check (char_length(note) between 1 and 100) not valid;

-- What a user sees of items with a note. Null: collapsed.
alter table safety_settings add column notes text;
alter table safety_settings add constraint safety_settings_notes
  check (notes in ('show', 'collapse', 'hide')) not valid;
