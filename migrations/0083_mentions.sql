-- Whom a post or comment names with an @, as its author picked them.
alter table posts add column mentions uuid[] not null default '{}' check (cardinality(mentions) <= 10);
alter table comments add column mentions uuid[] not null default '{}' check (cardinality(mentions) <= 10);
create index posts_by_mention on posts using gin (school_id, mentions) where mentions <> '{}';
create index comments_by_mention on comments using gin (school_id, mentions) where mentions <> '{}';
