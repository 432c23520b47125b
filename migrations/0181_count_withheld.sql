-- Counts without withheld rows. The triggers are per row and fire only for a change of `withheld_at`: a trigger with
-- transition tables has no column list, so it would run for every like and vote.

-- Changes the tally of a table with `keep_tally`: a withheld row counts as '<sort> withheld'.
create function keep_tally_of_withheld(counted regclass, sort text) returns void language plpgsql as $$
declare
  keeper text := 'tally_' || counted::text;
  what text := format('(%s) || case when withheld_at is null then '''' else '' withheld'' end', sort);
  gained text := format('select school_id, %s as what, 1 as change from gained', what);
  lost text := format('select school_id, %s as what, -1 as change from lost', what);
  body text := 'insert into tallies as tally (school_id, what, slot, count)
    select school_id, what, pg_backend_pid() %% 16, sum(change) from (%s) as changes
    group by 1, 2 having sum(change) <> 0 order by 1, 2
    on conflict (school_id, what, slot) do update set count = tally.count + excluded.count;';
begin
  execute format('create or replace function %I() returns trigger language plpgsql as $keeper$ begin
    if tg_op = ''INSERT'' then %s else %s end if;
    return null; end $keeper$', keeper, format(body, gained), format(body, lost));
  execute format('create function %I() returns trigger language plpgsql as $keeper$ begin
    %s
    return null; end $keeper$', keeper || '_withheld',
    format(body, replace(gained, 'from gained', 'from (select new.*) as gained') || ' union all '
      || replace(lost, 'from lost', 'from (select old.*) as lost')));
  execute format('create trigger %I after update of withheld_at on %s for each row
    when (old.withheld_at is distinct from new.withheld_at) execute function %I()',
    keeper || '_withheld', counted, keeper || '_withheld');
end $$;

select keep_tally_of_withheld('posts', $$case when group_id is null then 'post' else 'group_post' end$$);
select keep_tally_of_withheld('comments', $$case when group_id is null then 'comment' else 'group_comment' end$$);
select keep_tally_of_withheld('events', $$case when group_id is null then 'event' else 'group_event' end$$);
select keep_tally_of_withheld('listings', $$'listing'$$);
select keep_tally_of_withheld('assignments', $$'assignment'$$);
select keep_tally_of_withheld('assignment_answers', $$'assignment_answer'$$);
select keep_tally_of_withheld('confessions', $$'confession'$$);
select keep_tally_of_withheld('groups', $$'group'$$);
select keep_tally_of_withheld('ratings', $$'rating'$$);
select keep_tally_of_withheld('professors', $$'professor'$$);

-- Changes a counter of `keep_count`: withheld rows are not counted.
create function keep_count_of_withheld(counter text, counted regclass) returns void language plpgsql as $$
declare
  own text := split_part(counter, '.', 1);
  total text := split_part(counter, '.', 2);
  keeper text := format('%s_keep_%s_withheld', counted, total);
begin
  perform keep_count(counter, counted, 'withheld_at is null');
  execute format('create function %I() returns trigger language plpgsql as $keeper$ begin
    update %I as own set %I = own.%I + case when new.withheld_at is null then 1 else -1 end
    from (select new.*) as counted where %s;
    return null; end $keeper$', keeper, own, total, total,
    (select belongs from counters where counters.counter = keep_count_of_withheld.counter));
  execute format('create trigger %I after update of withheld_at on %s for each row
    when ((old.withheld_at is null) <> (new.withheld_at is null)) execute function %I()', keeper, counted, keeper);
end $$;

select keep_count_of_withheld('assignments.answers_count', 'assignment_answers');
select keep_count_of_withheld('departments.professors_count', 'professors');

-- A withheld professor still has ratings, which count for the school until they are erased.
create or replace function count_professors() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update professor_totals as total set professors = total.professors + sign * counted.count
  from (select school_id, count(*) from changed where withheld_at is null group by 1) as counted
  where total.school_id = counted.school_id;
  if tg_op = 'INSERT' then
    update professors set prior = total.prior from professor_totals as total, changed
    where professors.school_id = changed.school_id and professors.id = changed.id
      and total.school_id = changed.school_id and professors.prior <> total.prior;
  else
    delete from uploads using changed
    where uploads.school_id = changed.school_id and uploads.item_kind = 'professor' and uploads.item_id = changed.id;
  end if;
  return null;
end $$;
create function count_withheld_professor() returns trigger language plpgsql as $$
begin
  update professor_totals set professors = professors + case when new.withheld_at is null then 1 else -1 end
  where school_id = new.school_id;
  return null;
end $$;
create trigger professors_are_counted_withheld after update of withheld_at on professors for each row
  when ((old.withheld_at is null) <> (new.withheld_at is null)) execute function count_withheld_professor();

-- Averages follow. One function changes the figures by some ratings, and its callers say which.
create function add_ratings(changed ratings[], sign integer) returns void language plpgsql as $$
begin
  if cardinality(changed) = 0 then return; end if;
  update professor_totals as total
  set ratings = total.ratings + sign * counted.count, overall_sum = total.overall_sum + sign * counted.overall
  from (select school_id, count(*), sum(overall_rating) as overall from unnest(changed) group by 1) as counted
  where total.school_id = counted.school_id;

  update professors as rated set
    total_ratings = rated.total_ratings + sign * counted.count,
    overall_sum = rated.overall_sum + sign * counted.overall,
    difficulty_sum = rated.difficulty_sum + sign * counted.difficulty,
    engagement_sum = rated.engagement_sum + sign * counted.engagement,
    teaching_quality_sum = rated.teaching_quality_sum + sign * counted.teaching_quality,
    workload_sum = rated.workload_sum + sign * counted.workload,
    fun_sum = rated.fun_sum + sign * counted.fun,
    again_answers = rated.again_answers + sign * counted.answers,
    again_yes = rated.again_yes + sign * counted.yes,
    stars = array[rated.stars[1] + sign * counted.one, rated.stars[2] + sign * counted.two,
      rated.stars[3] + sign * counted.three, rated.stars[4] + sign * counted.four, rated.stars[5] + sign * counted.five],
    tags_summary = (
      select coalesce(jsonb_object_agg(tag, count), '{}') from (
        select tag, sum(count) as count from (
          select key as tag, value::integer as count from jsonb_each_text(rated.tags_summary)
          union all
          select tag, sign from unnest(changed) as rating, unnest(rating.tags) as tag
          where rating.school_id = rated.school_id and rating.professor_id = rated.id) as each
        group by tag) as summed
      where count > 0)
  from (
    select school_id, professor_id, count(*), sum(overall_rating) as overall, sum(difficulty_rating) as difficulty,
      sum(engagement_rating) as engagement, sum(teaching_quality_rating) as teaching_quality,
      sum(workload_rating) as workload, sum(fun_rating) as fun,
      count(would_take_again) as answers, count(*) filter (where would_take_again) as yes,
      count(*) filter (where round(overall_rating) = 1) as one, count(*) filter (where round(overall_rating) = 2) as two,
      count(*) filter (where round(overall_rating) = 3) as three, count(*) filter (where round(overall_rating) = 4) as four,
      count(*) filter (where round(overall_rating) = 5) as five
    from unnest(changed) group by 1, 2) as counted
  where rated.school_id = counted.school_id and rated.id = counted.professor_id;

  with moved as (
    update professor_totals as total set prior = total.overall_sum / total.ratings
    where total.school_id in (select school_id from unnest(changed)) and total.ratings > 0
      and abs(total.overall_sum / total.ratings - total.prior) >= 0.05
    returning school_id, prior)
  update professors set prior = moved.prior from moved where professors.school_id = moved.school_id;
end $$;
create or replace function count_ratings() returns trigger language plpgsql as $$
begin
  perform add_ratings(array(select row(changed.*)::ratings from changed where withheld_at is null),
    case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end $$;
create function count_withheld_rating() returns trigger language plpgsql as $$
begin
  perform add_ratings(array[new], case when new.withheld_at is null then 1 else -1 end);
  return null;
end $$;
create trigger ratings_are_counted_withheld after update of withheld_at on ratings for each row
  when ((old.withheld_at is null) <> (new.withheld_at is null)) execute function count_withheld_rating();

-- A reply does not appear below a comment that was withheld while it was written. The insert counts the reply, and so
-- waits for the withholding, which locks the post; this look takes place after that wait.
create function refuse_reply_to_withheld() returns trigger language plpgsql as $$
begin
  if exists (select from comments where school_id = new.school_id and id = new.parent_id and withheld_at is not null) then
    raise exception 'The comment was removed.' using errcode = 'QU003';
  end if;
  return null;
end $$;
create trigger comments_answer_visible_comments after insert on comments for each row
  when (new.parent_id is not null) execute function refuse_reply_to_withheld();

-- The same for an answer: its count waits for the withholding of the question, and this trigger sorts behind it.
create function refuse_answer_to_withheld() returns trigger language plpgsql as $$
begin
  if exists (select from gained join assignments on assignments.school_id = gained.school_id
      and assignments.id = gained.assignment_id where assignments.withheld_at is not null) then
    raise exception 'The question was removed.' using errcode = 'QU003';
  end if;
  return null;
end $$;
create trigger assignments_refuse_answers after insert on assignment_answers
  referencing new table as gained for each statement execute function refuse_answer_to_withheld();

-- A withheld group shows its content to no user.
create or replace function can_view_group(school uuid, viewed uuid, viewer uuid) returns boolean
  language sql stable parallel safe as $$
  select exists (select from groups where groups.school_id = school and groups.id = viewed and groups.withheld_at is null
    and (groups.type = 'public' or exists (select from group_members
      where group_members.school_id = school and group_members.group_id = viewed and group_members.user_id = viewer)))
$$;
create or replace function can_view_group_post(school uuid, post uuid, viewer uuid) returns boolean
  language sql stable parallel safe as $$
  select exists (select from posts
    join groups on groups.school_id = posts.school_id and groups.id = posts.group_id
    left join group_members as mine on mine.school_id = posts.school_id and mine.group_id = posts.group_id and mine.user_id = viewer
    where posts.school_id = school and posts.id = post and posts.withheld_at is null and groups.withheld_at is null
      and can_view_group_post(groups.type, posts.visibility, mine.role, posts.author_id = viewer))
$$;
