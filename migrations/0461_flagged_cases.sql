-- The author of the item confirmed it although it names someone. Orders the list after the priority.
alter table cases add column flagged boolean not null default false;

create function is_flagged(school uuid, kind text, item uuid) returns boolean language sql stable as $$
  select coalesce(case kind
    when 'post' then (select flagged from posts where school_id = school and id = item)
    when 'comment' then (select flagged from comments where school_id = school and id = item)
    when 'confession' then (select flagged from confessions where school_id = school and id = item)
  end, false)
$$;

-- As in 0360, with the flag of the item.
create or replace function join_case() returns trigger language plpgsql as $$
declare
  asked text := coalesce(new.urgent, 'normal');
  trusted smallint := reporter_trust(new.school_id, new.reporter_id);
begin
  -- The reports of one item wait here for each other, so that two first ones become one case.
  perform pg_advisory_xact_lock(hashtextextended('case ' || new.school_id || new.kind || new.content_id, 0));
  update cases set state = 'open', reopened = true, outcome = null, settled_at = null, settled_by = null,
    settled_by_name = null, escalated_at = null, due_at = now() + case_deadline(priority, false),
    late_at = now() + case_deadline(priority, true), version = version + 1
  where school_id = new.school_id and id = (
      select id from cases where school_id = new.school_id and kind = new.kind and content_id = new.content_id
        and state = 'settled' order by settled_at desc limit 1)
    and outcome = 'dismissed' and not reopened and settled_at > now() - interval '24 hours'
    and not exists (select from cases where school_id = new.school_id and kind = new.kind
      and content_id = new.content_id and state = 'open');
  insert into cases as open (school_id, kind, content_id, priority, flagged, trust, due_at, late_at, first_at, latest_at)
  values (new.school_id, new.kind, new.content_id, asked, is_flagged(new.school_id, new.kind, new.content_id), trusted,
    new.created_at + case_deadline(asked, false), new.created_at + case_deadline(asked, true), new.created_at, new.created_at)
  on conflict (school_id, kind, content_id) where state = 'open' do update set
    latest_at = greatest(open.latest_at, excluded.latest_at), flagged = open.flagged or excluded.flagged,
    trust = greatest(open.trust, excluded.trust), due_at = least(open.due_at, excluded.due_at),
    late_at = least(open.late_at, excluded.late_at),
    priority = case when excluded.rank < open.rank then excluded.priority else open.priority end,
    version = open.version + (excluded.rank < open.rank)::int
  returning id into new.case_id;
  return new;
end $$;
