-- The former names call the new functions: during an upgrade, servers of the previous version still use them.

-- Whether the user may view the group: a public group is visible to its school, a private one to its members.
create function can_view_group(school uuid, viewed uuid, viewer uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from groups where groups.school_id = school and groups.id = viewed
    and (groups.type = 'public' or exists (select from group_members
      where group_members.school_id = school and group_members.group_id = viewed and group_members.user_id = viewer)))
$$;
create or replace function sees_into_group(school uuid, asked uuid, person uuid) returns boolean
  language sql stable parallel safe as $$ select can_view_group(school, asked, person) $$;

-- Whether the user belongs to the audience of the group post.
create function can_view_group_post(school uuid, post uuid, viewer uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from posts
    join groups on groups.school_id = posts.school_id and groups.id = posts.group_id
    left join group_members as mine on mine.school_id = posts.school_id and mine.group_id = posts.group_id and mine.user_id = viewer
    where posts.school_id = school and posts.id = post
      and (groups.type = 'public' and posts.visibility = 'group' or mine.user_id is not null and (
        posts.visibility <> 'admins_only' or mine.role = 'admin' or posts.author_id = viewer)))
$$;
create or replace function sees_group_post(school uuid, post uuid, person uuid) returns boolean
  language sql stable parallel safe as $$ select can_view_group_post(school, post, person) $$;
