-- confessions_shown_by_number and the others serve their queries.
drop index if exists confessions_by_number;
drop index if exists confessions_by_likes;
drop index if exists confessions_by_category;
