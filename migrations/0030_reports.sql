-- Reports, with what they keep of the thing that they are about, and counts that stay cheap however much there is.

-- How many rows of which sort a school has. Whatever is counted is spread over sixteen slots, so that writers rarely
-- wait for each other: the count is the sum.
create table tallies (
  school_id uuid not null references schools (id) on delete cascade,
  what text not null,
  slot smallint not null,
  count bigint not null,
  primary key (school_id, what, slot)
) with (fillfactor = 50);

-- Keeps the tally of a table from now on, with what is in it already. `what` is an expression over its columns that names
-- the sort of a row; `changes` tells that an update can change it.
create function keep_tally(counted regclass, what text, changes boolean default false) returns void
language plpgsql as $$
declare
  keeper text := 'tally_' || counted::text;
  gained text := format('select school_id, %s as what, 1 as change from gained', what);
  lost text := format('select school_id, %s as what, -1 as change from lost', what);
  body text := 'insert into tallies as tally (school_id, what, slot, count)
    select school_id, what, pg_backend_pid() %% 16, sum(change) from (%s) as changes
    group by 1, 2 having sum(change) <> 0 order by 1, 2
    on conflict (school_id, what, slot) do update set count = tally.count + excluded.count;';
begin
  execute format('insert into tallies select school_id, %s, 0, count(*) from %s group by 1, 2', what, counted);
  execute format('create function %I() returns trigger language plpgsql as $keeper$ begin
    if tg_op = ''INSERT'' then %s elsif tg_op = ''DELETE'' then %s else %s end if;
    return null; end $keeper$', keeper,
    format(body, gained), format(body, lost), format(body, gained || ' union all ' || lost));
  execute format('create trigger %I after insert on %s referencing new table as gained
    for each statement execute function %I()', keeper || '_gains', counted, keeper);
  execute format('create trigger %I after delete on %s referencing old table as lost
    for each statement execute function %I()', keeper || '_losses', counted, keeper);
  if changes then
    execute format('create trigger %I after update on %s referencing old table as lost new table as gained
      for each statement execute function %I()', keeper || '_changes', counted, keeper);
  end if;
end $$;

select keep_tally('posts', $$case when group_id is null then 'post' else 'group_post' end$$);
select keep_tally('comments', $$'comment'$$);
select keep_tally('moderation_actions', $$'action ' || action_type || case when reversed_at is null then '' else ' reversed' end$$, true);

-- Content management lists everything by time, and searches in it.
create index comments_all_by_time on comments (school_id, created_at desc, id desc);
create index comments_by_text on comments using gin (school_id, content gin_trgm_ops);

-- The administrator's lists of people.
create index users_by_joining on users (school_id, created_at desc, id desc);
create index users_by_activity on users (school_id, last_active_at) where last_active_at is not null;
create index users_blocked on users (school_id, blocked_as, blocked_until) where blocked_as is not null;

create table reports (
  school_id uuid not null references schools (id),
  id uuid not null,
  -- Null once the account is gone.
  reporter_id uuid,
  kind text not null,
  content_id uuid not null,
  reason text not null check (reason in ('spam', 'harassment', 'inappropriate', 'hate_speech', 'violence',
    'misinformation', 'copyright', 'personal_info', 'other')),
  description text check (length(description) <= 2000),
  status text not null default 'pending' check (status in ('pending', 'resolved', 'dismissed', 'reviewed')),
  -- The thing as it was when it was reported.
  title text,
  content text not null,
  -- Who made it. An anonymous author stays sealed here too, and is opened for a moderator only.
  author_id uuid,
  author_seal bytea,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid,
  settled_by_name text,
  primary key (school_id, id),
  foreign key (school_id, reporter_id) references users (school_id, id) on delete set null (reporter_id),
  foreign key (school_id, author_id) references users (school_id, id) on delete set null (author_id),
  check (author_id is null or author_seal is null),
  check ((status = 'pending') = (settled_at is null))
) with (fillfactor = 90);
create unique index reports_once on reports (school_id, kind, content_id, reporter_id);
create index reports_by_time on reports (school_id, created_at desc, id desc);
create index reports_by_status on reports (school_id, status, created_at desc, id desc);
create index reports_by_author on reports (school_id, author_id, created_at desc) where author_id is not null;
create index reports_by_reporter on reports (school_id, reporter_id) where reporter_id is not null;
select keep_tally('reports', $$'report ' || status$$, true);

-- The pictures of a reported thing. While the report lives they live, whatever becomes of the thing.
create table report_images (
  school_id uuid not null,
  report_id uuid not null,
  position smallint not null,
  name text not null,
  primary key (school_id, report_id, position),
  foreign key (school_id, report_id) references reports (school_id, id) on delete cascade
);
create index report_images_by_name on report_images (school_id, name);
create index uploads_by_name on uploads (name);

-- However an upload goes, a reported one stays for the moderators: nobody's, and shown by the report alone.
create function hold_reported_upload() returns trigger language plpgsql as $$
declare
  report uuid := (select report_id from report_images where school_id = old.school_id and name = old.name limit 1);
begin
  if report is null then return old; end if;
  update uploads set item_kind = 'report', item_id = report, owner_id = null,
    created_at = date_trunc('minute', created_at)
  where school_id = old.school_id and name = old.name;
  return null;
end $$;
create trigger uploads_are_held before delete on uploads for each row execute function hold_reported_upload();

-- With its last report, a held upload goes.
create function release_reported_uploads() returns trigger language plpgsql as $$
begin
  delete from uploads using gone
  where uploads.school_id = gone.school_id and uploads.name = gone.name and uploads.item_kind = 'report';
  return null;
end $$;
create trigger report_images_release after delete on report_images
  referencing old table as gone for each statement execute function release_reported_uploads();

-- The deleted things of a person, for their history.
create index audit_log_of_deletions on audit_log (school_id, (detail ->> 'author_id'), at desc) where action = 'content.delete';
