-- Protection of minors by defaults, for a school or for an account. Off for schools that exist, and for universities.
alter table schools add column minors boolean not null default false;
alter table schools add constraint schools_minors_confessions check (not minors or confessions_mode <> 'on');
-- Part of no contract except the own settings.
alter table users add column is_minor boolean not null default false;

alter table safety_settings
  -- Whether the user sees numbers of likes, and is listed on the leaderboard. Null: the default.
  add column counts boolean,
  add column leaderboard boolean;

-- Whether the defaults for minors apply. Staff are no minors.
create function has_minor_defaults(school uuid, person uuid) returns boolean language sql stable as $$
  select coalesce((select users.role = 'student' and (schools.minors or users.is_minor)
    from users join schools on schools.id = users.school_id where users.school_id = school and users.id = person), false)
$$;

-- As in 0391. Minors choose among the stricter settings: an earlier choice of everyone counts as people they know.
create or replace function can_write_to(school uuid, sender uuid, recipient uuid) returns boolean language sql stable as $$
  select case setting.requests
    when 'everyone' then true
    else writer.role <> 'student'
      or exists (select from friendships where friendships.school_id = school and friendships.user_id = sender
        and friendships.friend_id = recipient)
      or (setting.requests = 'known' and exists (
        select from group_members as own
        join group_members as other on other.school_id = own.school_id and other.group_id = own.group_id
          and other.user_id = recipient
        join groups on groups.school_id = own.school_id and groups.id = own.group_id
        where own.school_id = school and own.user_id = sender and groups.type = 'private'
          and groups.withheld_at is null))
    end
  from schools
  join users as writer on writer.school_id = schools.id and writer.id = sender
  left join safety_settings as chosen on chosen.school_id = schools.id and chosen.user_id = recipient
  cross join lateral (select coalesce(chosen.requests, schools.default_requests) as requests) as usual
  cross join lateral (select case when usual.requests = 'everyone' and has_minor_defaults(school, recipient) then 'known'
    else usual.requests end as requests) as setting
  where schools.id = school
$$;

-- Whether a user may ask another one. A minor is asked by staff, friends, members of a shared group, and who is in a
-- conversation with them already.
create function can_ask(school uuid, sender uuid, recipient uuid) returns boolean language sql stable as $$
  select not has_minor_defaults(school, recipient)
    or exists (select from users where school_id = school and id = sender and role <> 'student')
    or exists (select from friendships where friendships.school_id = school and friendships.user_id = sender
      and friendships.friend_id = recipient)
    or exists (
      select from group_members as own
      join group_members as other on other.school_id = own.school_id and other.group_id = own.group_id
        and other.user_id = recipient
      join groups on groups.school_id = own.school_id and groups.id = own.group_id
      where own.school_id = school and own.user_id = sender and groups.withheld_at is null)
    or exists (
      select from participants as own
      join participants as other on other.school_id = own.school_id and other.conversation_id = own.conversation_id
        and other.user_id = recipient
      where own.school_id = school and own.user_id = sender)
$$;
