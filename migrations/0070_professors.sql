-- Professors, what students say of them, and the figures that follow from it.

-- What a school has of them in all, and the rating towards which few ratings count.
create table professor_totals (
  school_id uuid primary key references schools (id) on delete cascade,
  departments integer not null default 0 check (departments >= 0),
  professors integer not null default 0 check (professors >= 0),
  ratings integer not null default 0 check (ratings >= 0),
  overall_sum numeric not null default 0,
  -- The mean of all ratings of the school, followed in steps of at least 0.05: each step writes every professor anew.
  prior double precision not null default 3
);

create table departments (
  school_id uuid not null references schools (id) on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  short_name text check (length(short_name) <= 100),
  description text check (length(description) <= 5000),
  website_url text check (length(website_url) <= 210),
  professors_count integer not null default 0 check (professors_count >= 0),
  -- Null once the account is gone.
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create unique index departments_once on departments (school_id, lower(name));
create index departments_by_maker on departments (school_id, created_by) where created_by is not null;

create table professors (
  school_id uuid not null references schools (id) on delete cascade,
  id uuid not null,
  department_id uuid not null,
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  name text not null generated always as (first_name || ' ' || last_name) stored,
  title text check (length(title) <= 100),
  email text check (length(email) <= 254),
  website_url text check (length(website_url) <= 210),
  office_location text check (length(office_location) <= 200),
  office_hours text check (length(office_hours) <= 200),
  years_teaching smallint check (years_teaching between 0 and 60),
  bio text check (length(bio) <= 5000),
  research_interests text check (length(research_interests) <= 5000),
  specializations text[] not null default '{}',
  courses_taught text[] not null default '{}',
  avatar_url text,
  created_by uuid,
  created_at timestamptz not null default now(),
  -- Kept by the triggers below; sums rather than averages, so that they stay exact.
  total_ratings integer not null default 0 check (total_ratings >= 0),
  overall_sum numeric not null default 0,
  difficulty_sum numeric not null default 0,
  engagement_sum numeric not null default 0,
  teaching_quality_sum numeric not null default 0,
  workload_sum numeric not null default 0,
  fun_sum numeric not null default 0,
  -- How many said whether they would take a class again, and how many of them would.
  again_answers integer not null default 0 check (again_answers >= 0),
  again_yes integer not null default 0 check (again_yes between 0 and again_answers),
  -- How many ratings gave one, two, … five stars, halves rounded up.
  stars integer[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5),
  -- How many ratings name a tag.
  tags_summary jsonb not null default '{}',
  prior double precision not null default 3,
  average_rating double precision generated always as ((overall_sum / nullif(total_ratings, 0))::float8) stored,
  difficulty_rating double precision generated always as ((difficulty_sum / nullif(total_ratings, 0))::float8) stored,
  -- What the ranking goes by: the mean as it would be with five more ratings at the school's mean. Null without ratings.
  score double precision generated always as (
    case when total_ratings > 0 then (overall_sum::float8 + 5 * prior) / (total_ratings + 5) end) stored,
  primary key (school_id, id),
  foreign key (school_id, department_id) references departments (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
) with (fillfactor = 85);
create unique index professors_once on professors (school_id, department_id, lower(name));
create index professors_by_score on professors (school_id, score desc nulls last, total_ratings desc, id);
create index professors_in_order on professors (school_id, (lower(name) collate "und-x-icu"), id);
create index professors_by_words on professors using gin (school_id, name gin_trgm_ops);
create index professors_by_maker on professors (school_id, created_by) where created_by is not null;
create index professors_by_time on professors (school_id, created_at desc, id desc);

create table professor_courses (
  school_id uuid not null,
  professor_id uuid not null,
  id uuid not null,
  code text not null check (length(code) between 1 and 200),
  name text not null check (length(name) <= 200),
  position smallint not null,
  primary key (school_id, professor_id, id),
  foreign key (school_id, professor_id) references professors (school_id, id) on delete cascade
);

create table ratings (
  school_id uuid not null,
  id uuid not null,
  professor_id uuid not null,
  course_id uuid,
  reviewer_id uuid,
  author_tag bytea,
  author_seal bytea,
  is_anonymous boolean not null default true,
  -- A keyed hash of who rates whom for which course: one rating each, also where nobody is named.
  once_tag bytea not null,
  overall_rating numeric(2, 1) not null check (overall_rating between 1 and 5),
  difficulty_rating numeric(2, 1) not null check (difficulty_rating between 1 and 5),
  engagement_rating numeric(2, 1) not null default 3 check (engagement_rating between 1 and 5),
  teaching_quality_rating numeric(2, 1) not null check (teaching_quality_rating between 1 and 5),
  workload_rating numeric(2, 1) not null default 3 check (workload_rating between 1 and 5),
  fun_rating numeric(2, 1) not null default 3 check (fun_rating between 1 and 5),
  would_take_again boolean,
  review_text text not null check (length(review_text) between 10 and 500),
  semester_taken text check (semester_taken in ('Fall', 'Spring', 'Summer')),
  year_taken smallint check (year_taken >= 2000),
  course_grade text check (course_grade in ('A+', 'A', 'A-', 'B+', 'B', 'B-', 'C+', 'C', 'C-', 'D+', 'D', 'D-', 'F')),
  attendance_mandatory boolean not null default false,
  textbook_required boolean not null default false,
  gives_extra_credit boolean not null default false,
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  helpful_count integer not null default 0 check (helpful_count >= 0),
  not_helpful_count integer not null default 0 check (not_helpful_count >= 0),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint ratings_once unique (school_id, once_tag),
  foreign key (school_id, professor_id) references professors (school_id, id) on delete cascade,
  foreign key (school_id, professor_id, course_id) references professor_courses (school_id, professor_id, id)
    on delete cascade,
  foreign key (school_id, reviewer_id) references users (school_id, id) on delete cascade,
  constraint ratings_authorship_is_named_or_sealed check (
    case when is_anonymous
      then reviewer_id is null and author_tag is not null and author_seal is not null
      else reviewer_id is not null and author_tag is null and author_seal is null
    end
  ),
  constraint ratings_sealed_time_is_coarse check (not is_anonymous or created_at = date_trunc('minute', created_at))
) with (fillfactor = 90);
create index ratings_of_professor on ratings (school_id, professor_id, created_at desc, id desc);
create index ratings_of_course on ratings (school_id, professor_id, course_id) where course_id is not null;
create index ratings_by_reviewer on ratings (school_id, reviewer_id) where reviewer_id is not null;
create index ratings_all_by_time on ratings (school_id, created_at desc, id desc);
create index ratings_by_text on ratings using gin (school_id, review_text gin_trgm_ops);

create table rating_votes (
  school_id uuid not null,
  rating_id uuid not null,
  user_id uuid not null,
  is_helpful boolean not null,
  created_at timestamptz not null default now(),
  primary key (school_id, rating_id, user_id),
  foreign key (school_id, rating_id) references ratings (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index rating_votes_by_user on rating_votes (school_id, user_id);

-- However a row comes or goes, its figures follow in the same transaction. Whoever adds or removes departments,
-- professors or ratings takes their school's row of totals first, and so waits there and nowhere else.

create function count_departments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into professor_totals as total (school_id, departments)
      select school_id, count(*) from changed group by 1 order by 1
      on conflict (school_id) do update set departments = total.departments + excluded.departments;
  else
    update professor_totals as total set departments = total.departments - gone.count
    from (select school_id, count(*) from changed group by 1) as gone where total.school_id = gone.school_id;
  end if;
  return null;
end $$;
create trigger departments_are_counted after insert on departments
  referencing new table as changed for each statement execute function count_departments();
create trigger departments_are_counted_off after delete on departments
  referencing old table as changed for each statement execute function count_departments();

create function count_professors() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update professor_totals as total set professors = total.professors + sign * counted.count
  from (select school_id, count(*) from changed group by 1) as counted where total.school_id = counted.school_id;
  update departments set professors_count = professors_count + sign * counted.count
  from (select school_id, department_id, count(*) from changed group by 1, 2) as counted
  where departments.school_id = counted.school_id and departments.id = counted.department_id;
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
create trigger professors_are_counted after insert on professors
  referencing new table as changed for each statement execute function count_professors();
create trigger professors_are_counted_off after delete on professors
  referencing old table as changed for each statement execute function count_professors();

create function count_ratings() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update professor_totals as total
  set ratings = total.ratings + sign * counted.count, overall_sum = total.overall_sum + sign * counted.overall
  from (select school_id, count(*), sum(overall_rating) as overall from changed group by 1) as counted
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
          select tag, sign from changed, unnest(tags) as tag
          where changed.school_id = rated.school_id and changed.professor_id = rated.id) as each
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
    from changed group by 1, 2) as counted
  where rated.school_id = counted.school_id and rated.id = counted.professor_id;

  with moved as (
    update professor_totals as total set prior = total.overall_sum / total.ratings
    where total.school_id in (select school_id from changed) and total.ratings > 0
      and abs(total.overall_sum / total.ratings - total.prior) >= 0.05
    returning school_id, prior)
  update professors set prior = moved.prior from moved where professors.school_id = moved.school_id;
  return null;
end $$;
create trigger ratings_are_counted after insert on ratings
  referencing new table as changed for each statement execute function count_ratings();
create trigger ratings_are_counted_off after delete on ratings
  referencing old table as changed for each statement execute function count_ratings();

-- A change of mind is a vote taken back and another one given.
create function count_votes() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update ratings set helpful_count = helpful_count + sign * helpful,
    not_helpful_count = not_helpful_count + sign * not_helpful
  from (select school_id, rating_id, count(*) filter (where is_helpful) as helpful,
      count(*) filter (where not is_helpful) as not_helpful from changed group by 1, 2) as counted
  where ratings.school_id = counted.school_id and ratings.id = counted.rating_id;
  return null;
end $$;
create trigger rating_votes_are_counted after insert on rating_votes
  referencing new table as changed for each statement execute function count_votes();
create trigger rating_votes_are_counted_off after delete on rating_votes
  referencing old table as changed for each statement execute function count_votes();

select keep_tally('ratings', $$'rating'$$);
select keep_tally('professors', $$'professor'$$);
