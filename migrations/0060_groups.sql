-- Interest groups: who is in them, who asks or is asked to come, and what they post.

create table groups (
  school_id uuid not null references schools (id),
  id uuid not null,
  -- Null once the account is gone: the group belongs to its members.
  creator_id uuid,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 5000),
  type text not null default 'public' check (type in ('public', 'private')),
  category text not null default 'general' check (category in ('academic', 'club', 'dorm', 'sports', 'social', 'study',
    'hobby', 'professional', 'general')),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  rules text not null default '' check (length(rules) <= 5000),
  location text not null default '' check (length(location) <= 200),
  meeting_schedule text not null default '' check (length(meeting_schedule) <= 200),
  max_members integer check (max_members > 0),
  avatar_url text,
  banner_url text,
  members_count integer not null default 0 check (members_count >= 0),
  -- What a search looks into; of a private group nothing that outsiders aren't shown.
  words text not null generated always as (name || ' ' || description) stored,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, creator_id) references users (school_id, id) on delete set null (creator_id),
  constraint groups_hold_no_more_than_their_maximum check (max_members is null or members_count <= max_members)
) with (fillfactor = 80);
create index groups_by_size on groups (school_id, members_count desc, created_at desc, id desc);
create index groups_by_category on groups (school_id, category, members_count desc, created_at desc, id desc);
create index groups_by_words on groups using gin (school_id, words gin_trgm_ops);
create index groups_by_creator on groups (school_id, creator_id) where creator_id is not null;
create index groups_by_time on groups (school_id, created_at desc, id desc);
select keep_tally('groups', $$'group'$$);

create table group_members (
  school_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  role text not null default 'member' check (role in ('admin', 'member')),
  joined_at timestamptz not null default now(),
  primary key (school_id, group_id, user_id),
  unique (school_id, id),
  foreign key (school_id, group_id) references groups (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index group_members_by_user on group_members (school_id, user_id, group_id);
create index group_members_in_order on group_members (school_id, group_id, role, joined_at, user_id);

-- However a member goes, the place is free again.
create function free_places() returns trigger language plpgsql as $$
begin
  update groups set members_count = members_count - freed.places
  from (select school_id, group_id, count(*) as places from gone group by 1, 2) as freed
  where groups.school_id = freed.school_id and groups.id = freed.group_id;
  return null;
end $$;
create trigger group_members_free_their_places after delete on group_members
  referencing old table as gone for each statement execute function free_places();

-- Whether a person sees into a group: everybody into a public one, members into a private one.
create function sees_into_group(school uuid, asked uuid, person uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from groups where groups.school_id = school and groups.id = asked
    and (groups.type = 'public' or exists (select from group_members
      where group_members.school_id = school and group_members.group_id = asked and group_members.user_id = person)))
$$;

-- Whether a person is among those to whom a post of a group is addressed.
create function sees_group_post(school uuid, post uuid, person uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from posts
    join groups on groups.school_id = posts.school_id and groups.id = posts.group_id
    left join group_members as mine on mine.school_id = posts.school_id and mine.group_id = posts.group_id and mine.user_id = person
    where posts.school_id = school and posts.id = post
      and (groups.type = 'public' and posts.visibility = 'group' or mine.user_id is not null and (
        posts.visibility <> 'admins_only' or mine.role = 'admin' or posts.author_id = person)))
$$;

-- Asking to come into a private group. An answered request stays until the person has come or asks again.
create table group_join_requests (
  school_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  message text not null default '' check (length(message) <= 500),
  status text not null default 'pending' check (status in ('pending', 'rejected')),
  -- What the administrator answered.
  answer text not null default '' check (length(answer) <= 500),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, group_id, user_id),
  foreign key (school_id, group_id) references groups (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index group_join_requests_pending on group_join_requests (school_id, group_id, created_at, id) where status = 'pending';
create index group_join_requests_by_user on group_join_requests (school_id, user_id);

create table group_invitations (
  school_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  invitee_id uuid not null,
  inviter_id uuid not null,
  message text not null default '' check (length(message) <= 500),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, group_id, invitee_id),
  foreign key (school_id, group_id) references groups (school_id, id) on delete cascade,
  foreign key (school_id, invitee_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, inviter_id) references users (school_id, id) on delete cascade
);
create index group_invitations_by_invitee on group_invitations (school_id, invitee_id, created_at desc);
create index group_invitations_by_inviter on group_invitations (school_id, inviter_id, group_id);

-- What is posted in a group. The school's feed knows two types and one visibility, and no pins.
alter table posts
  add column tags text[] not null default '{}' check (cardinality(tags) <= 10),
  add column is_pinned boolean not null default false,
  add column is_announcement boolean not null default false,
  drop constraint posts_content_check,
  drop constraint posts_type_check,
  drop constraint posts_visibility_check,
  add constraint posts_content_check check (length(content) between 1 and case when group_id is null then 2000 else 5000 end),
  add constraint posts_type_check check (type in ('text', 'image')
    or group_id is not null and type in ('poll', 'announcement', 'event', 'resource')),
  add constraint posts_visibility_check check (case when group_id is null then visibility = 'school'
    else visibility in ('group', 'members_only', 'admins_only') end),
  add constraint posts_are_pinned_in_groups check (group_id is not null or not (is_pinned or is_announcement)),
  add constraint posts_are_anonymous_outside_groups check (group_id is null or not is_anonymous),
  add foreign key (school_id, group_id) references groups (school_id, id) on delete cascade;
create index posts_of_group on posts (school_id, group_id, is_pinned desc, created_at desc, id desc) where group_id is not null;
create index posts_of_groups_by_time on posts (school_id, created_at desc, id desc) where group_id is not null;
create index posts_of_group_by_time on posts (school_id, group_id, created_at desc) where group_id is not null;

alter table events add foreign key (school_id, group_id) references groups (school_id, id) on delete cascade;
create index events_of_groups_by_time on events (school_id, created_at desc, id desc) where group_id is not null;
create index events_of_group on events (school_id, group_id, start_date, id) where group_id is not null;

create table poll_options (
  school_id uuid not null,
  post_id uuid not null,
  position smallint not null check (position between 0 and 5),
  text text not null check (length(text) between 1 and 200),
  votes integer not null default 0 check (votes >= 0),
  primary key (school_id, post_id, position),
  foreign key (school_id, post_id) references posts (school_id, id) on delete cascade
) with (fillfactor = 80);

create table poll_votes (
  school_id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  position smallint not null,
  created_at timestamptz not null default now(),
  primary key (school_id, post_id, user_id),
  foreign key (school_id, post_id, position) references poll_options (school_id, post_id, position) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index poll_votes_by_user on poll_votes (school_id, user_id);

-- However votes come, change or go, the options count them.
create function count_moved_ballots() returns trigger language plpgsql as $$
begin
  update poll_options set votes = poll_options.votes + changed.change
  from (select school_id, post_id, position, sum(change)::integer as change from (
      select school_id, post_id, position, 1 as change from gained
      union all select school_id, post_id, position, -1 from lost) as each
    group by 1, 2, 3 having sum(change) <> 0) as changed
  where poll_options.school_id = changed.school_id and poll_options.post_id = changed.post_id
    and poll_options.position = changed.position;
  return null;
end $$;
create function count_new_ballots() returns trigger language plpgsql as $$
begin
  update poll_options set votes = poll_options.votes + fresh.votes
  from (select school_id, post_id, position, count(*)::integer as votes from gained group by 1, 2, 3) as fresh
  where poll_options.school_id = fresh.school_id and poll_options.post_id = fresh.post_id
    and poll_options.position = fresh.position;
  return null;
end $$;
create function count_lost_ballots() returns trigger language plpgsql as $$
begin
  update poll_options set votes = poll_options.votes - freed.votes
  from (select school_id, post_id, position, count(*)::integer as votes from lost group by 1, 2, 3) as freed
  where poll_options.school_id = freed.school_id and poll_options.post_id = freed.post_id
    and poll_options.position = freed.position;
  return null;
end $$;
create trigger poll_votes_are_counted after insert on poll_votes
  referencing new table as gained for each statement execute function count_new_ballots();
create trigger poll_votes_are_moved after update on poll_votes
  referencing old table as lost new table as gained for each statement execute function count_moved_ballots();
create trigger poll_votes_are_uncounted after delete on poll_votes
  referencing old table as lost for each statement execute function count_lost_ballots();

-- A comment knows the group of its post, so that content management tells the two sorts apart without asking the post.
alter table comments add column group_id uuid;
create index comments_of_groups_by_time on comments (school_id, created_at desc, id desc) where group_id is not null;
drop trigger tally_comments_gains on comments;
drop trigger tally_comments_losses on comments;
drop function tally_comments();
delete from tallies where what = 'comment';
select keep_tally('comments', $$case when group_id is null then 'comment' else 'group_comment' end$$);
