create table appeals (
  school_id uuid not null,
  id uuid not null,
  -- What the appeal is about: a decision, by the affected user; or a dismissed report, by the user who made it.
  decision_id uuid,
  report_id uuid,
  by text not null check (by in ('affected', 'reporter')),
  state text not null default 'open'
    check (state in ('open', 'claimed', 'upheld', 'overturned', 'changed', 'withdrawn', 'closed')),
  created_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  outcome text check (outcome in ('upheld', 'overturned', 'changed')),
  reason text check (length(reason) between 1 and 2000),
  -- Decided by the moderator of the decision, because the site had no other one.
  same_person boolean not null default false,
  primary key (school_id, id),
  constraint appeals_once_per_decision unique (school_id, decision_id, by),
  constraint appeals_once_per_report unique (school_id, report_id),
  foreign key (school_id, decision_id) references moderation_actions (school_id, id) on delete cascade,
  foreign key (school_id, report_id) references reports (school_id, id) on delete cascade,
  check ((by = 'affected') = (decision_id is not null) and (by = 'reporter') = (report_id is not null)),
  check ((state = 'claimed') = (claimed_by is not null and claimed_until is not null)),
  check ((state in ('upheld', 'overturned', 'changed')) = (outcome is not null)),
  check (outcome is null or outcome = state and decided_by is not null and reason is not null),
  check ((decided_at is null) = (state in ('open', 'claimed')))
) with (fillfactor = 90);
create index appeals_by_state on appeals (school_id, state, created_at desc, id desc);
create index appeals_by_time on appeals (school_id, created_at desc, id desc);
create index appeals_closed on appeals (decided_at) where decided_at is not null;
select keep_tally('appeals', $$'appeal ' || state$$, true);

-- The words of both sides. The moderators of an appeal, and sealed authors, are not named to the other side.
create table appeal_messages (
  school_id uuid not null,
  id uuid not null,
  appeal_id uuid not null,
  from_moderator boolean not null,
  -- Null for a sealed author, and after the end of the account.
  author_id uuid,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, appeal_id) references appeals (school_id, id) on delete cascade
);
create index appeal_messages_of_appeal on appeal_messages (school_id, appeal_id, created_at, id);

-- True when another active administrator of the school, or of the site, could decide.
create function other_moderator_exists(school uuid, involved uuid[]) returns boolean language sql stable as $$
  select exists (select from users where deleted_at is null
    and (blocked_as is null or blocked_until <= now())
    and (role = 'admin' and school_id = school or role = 'site_admin')
    and id <> all (involved))
$$;

-- The moderators who may not decide an appeal: who decided, and who settled a report of the same item.
create function moderators_involved(school uuid, decision uuid, report uuid) returns uuid[] language sql stable as $$
  select coalesce(array_agg(distinct moderator), '{}') from (
    select created_by as moderator from moderation_actions where school_id = school and id = decision
    union all
    select reports.settled_by from moderation_actions as action
      join reports on reports.school_id = action.school_id and reports.kind = action.item_kind
        and reports.content_id = action.item_id
      where action.school_id = school and action.id = decision
    union all
    select settled_by from reports where school_id = school and id = report
  ) as involved where moderator is not null
$$;

create function refuse_own_appeal() returns trigger language plpgsql as $$
declare
  involved uuid[] := moderators_involved(new.school_id, new.decision_id, new.report_id);
begin
  if coalesce(new.claimed_by = any (involved), false) or coalesce(new.decided_by = any (involved), false) then
    if not new.same_person or new.created_at > now() - interval '24 hours'
      or other_moderator_exists(new.school_id, involved) then
      raise exception 'Another moderator has to decide this appeal.' using errcode = 'QU002';
    end if;
  end if;
  return new;
end $$;
create trigger appeals_are_decided_by_another before insert or update of claimed_by, decided_by on appeals
  for each row when (new.claimed_by is not null or new.decided_by is not null) execute function refuse_own_appeal();
