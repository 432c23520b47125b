alter table posts validate constraint posts_note;
alter table comments validate constraint comments_note;
alter table confessions validate constraint confessions_note;
alter table safety_settings validate constraint safety_settings_notes;
