-- The rule who may view a post of a group, from values of the row: `member_role` is null for users who are not members.
-- It has no subquery, so that the planner inlines it into lists. A user with no role and no authorship stands for the
-- whole school.
create function can_view_group_post(group_type text, visibility text, member_role text, is_author boolean) returns boolean
  language sql immutable parallel safe as $$
  select group_type = 'public' and visibility = 'group'
    or member_role is not null and (visibility <> 'admins_only' or member_role = 'admin' or is_author)
$$;

-- The same rule for a post and a user by their ids.
create or replace function can_view_group_post(school uuid, post uuid, viewer uuid) returns boolean
  language sql stable parallel safe as $$
  select exists (select from posts
    join groups on groups.school_id = posts.school_id and groups.id = posts.group_id
    left join group_members as mine on mine.school_id = posts.school_id and mine.group_id = posts.group_id and mine.user_id = viewer
    where posts.school_id = school and posts.id = post
      and can_view_group_post(groups.type, posts.visibility, mine.role, posts.author_id = viewer))
$$;
