-- What a notification says besides its actors, as values for the text of its kind, which is rendered when it is read. Rows
-- from before have only `sentence`; servers of the previous version write and read it until the upgrade has ended.
alter table notifications
  add column params jsonb,
  add constraint notifications_params_size check (octet_length(params::text) <= 4000) not valid,
  add constraint notifications_has_text check ((sealed is null) = (params is not null or sentence is not null)) not valid;
-- Named by PostgreSQL: (sealed is null) <> (sentence is null), which asks each row for a sentence.
do $$ begin
  execute (select 'alter table notifications drop constraint ' || quote_ident(conname) from pg_constraint
    where conrelid = 'notifications'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) = 'CHECK (((sealed IS NULL) <> (sentence IS NULL)))');
end $$;
