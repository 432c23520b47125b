-- Reads the tables without blocking writers.
alter table posts validate constraint posts_sealed_mode;
alter table comments validate constraint comments_sealed_mode;
alter table confessions validate constraint confessions_sealed_mode;
alter table ratings validate constraint ratings_sealed_mode;
alter table reports validate constraint reports_sealed_mode;
