-- More room for further actors than 0170 left: in a burst of comments and likes a page filled up before its old row
-- versions could be removed, and a fifth of the updates touched the indexes (a twelfth with 60). Applies to pages
-- written from now on.
alter table notifications set (fillfactor = 50);
