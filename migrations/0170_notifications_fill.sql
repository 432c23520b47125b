-- Room on each page for the new version of a row when a further actor joins it, so that the update stays on the page
-- (HOT) and touches no index. Applies to pages written from now on.
alter table notifications set (fillfactor = 75);
