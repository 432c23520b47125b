-- What becomes of the anonymous items of a deleted account: they are deleted, or kept without an author. Null: not deleted.
alter table users add column anonymous_items text check (anonymous_items in ('delete', 'keep'));
