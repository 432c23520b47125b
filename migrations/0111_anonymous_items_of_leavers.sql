-- What becomes of the anonymous items of a deleted account: they are deleted, or kept without an author. Null: not deleted.
-- Not validated, which would read the whole table under a lock: every row that is there is null.
alter table users add column anonymous_items text;
alter table users add constraint users_anonymous_items check (anonymous_items in ('delete', 'keep')) not valid;
