-- The uploads that an archive names, and that are beside it. 0 for the archives of former versions, which contain them.
alter table backups add column media_files integer not null default 0, add column media_bytes bigint not null default 0;
