-- Rows about anonymous items said too much: one mark joined all rows of a person and day, `read_at` joined them with the
-- named rows that were read in the same moment, and kind and count were in clear text. From now on each row has a mark of
-- its own, all else is encrypted, and `is_read` is written later by itself. What there is can't be converted without the
-- key, so it goes: these are notices of at most 30 days; the items themselves stay.
delete from notifications where inbox is not null;
alter table notifications add column is_read boolean not null default false;
drop index notifications_of_inbox;
