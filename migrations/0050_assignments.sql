-- Questions about coursework, the answers to them, who found those helpful, and the points that all of it earns.

create table assignments (
  school_id uuid not null references schools (id),
  id uuid not null,
  author_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  description text not null check (length(description) between 1 and 5000),
  subject text not null check (subject in ('Mathematics', 'Physics', 'Chemistry', 'Biology', 'Computer Science',
    'Engineering', 'Economics', 'Psychology', 'History', 'Literature', 'Philosophy', 'Statistics', 'Business', 'Other')),
  course text check (length(course) between 1 and 100),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  images text[] not null default '{}' check (cardinality(images) <= 5),
  due_date timestamptz,
  solved boolean not null default false,
  best_answer_id uuid,
  answers_count integer not null default 0 check (answers_count >= 0),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  words text not null generated always as
    (title || ' ' || coalesce(course, '') || ' ' || words_of(tags) || ' ' || description) stored,
  -- For questions like a new one: what it is called says more than how it goes on.
  meaning tsvector not null generated always as
    (setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', description), 'C')) stored,
  primary key (school_id, id),
  foreign key (school_id, author_id) references users (school_id, id) on delete cascade,
  constraint assignments_with_a_best_answer_are_solved check (best_answer_id is null or solved)
);
create index assignments_by_time on assignments (school_id, created_at desc, id desc);
create index assignments_unsolved on assignments (school_id, created_at desc, id desc) where not solved;
create index assignments_by_subject on assignments (school_id, subject, created_at desc, id desc);
create index assignments_by_answers on assignments (school_id, answers_count desc, created_at desc, id desc);
create index assignments_by_due_date on assignments (school_id, due_date, id) where due_date is not null;
create index assignments_by_author on assignments (school_id, author_id, created_at desc, id desc);
create index assignments_by_words on assignments using gin (school_id, words gin_trgm_ops);
create index assignments_by_title on assignments using gin (school_id, title gin_trgm_ops);
create index assignments_by_meaning on assignments using gin (school_id, meaning);

create table assignment_answers (
  school_id uuid not null,
  id uuid not null,
  assignment_id uuid not null,
  author_id uuid not null,
  content text not null check (length(content) between 10 and 5000),
  images text[] not null default '{}' check (cardinality(images) <= 5),
  -- Helpful minus not helpful.
  helpful_votes integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, assignment_id, id),
  foreign key (school_id, assignment_id) references assignments (school_id, id) on delete cascade,
  foreign key (school_id, author_id) references users (school_id, id) on delete cascade
) with (fillfactor = 90);
create index assignment_answers_by_votes
  on assignment_answers (school_id, assignment_id, helpful_votes desc, created_at, id);
create index assignment_answers_by_author on assignment_answers (school_id, author_id, assignment_id);
create index assignment_answers_by_time on assignment_answers (school_id, created_at desc, id desc);
create index assignment_answers_by_text on assignment_answers using gin (school_id, content gin_trgm_ops);

-- The best answer is one of the question's own.
alter table assignments add foreign key (school_id, id, best_answer_id)
  references assignment_answers (school_id, assignment_id, id) on delete set null (best_answer_id);
create index assignments_by_best_answer on assignments (school_id, best_answer_id) where best_answer_id is not null;

create table answer_votes (
  school_id uuid not null,
  answer_id uuid not null,
  user_id uuid not null,
  is_helpful boolean not null,
  created_at timestamptz not null default now(),
  primary key (school_id, answer_id, user_id),
  foreign key (school_id, answer_id) references assignment_answers (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index answer_votes_by_user on answer_votes (school_id, user_id);

-- The ledger: what a thing earned its author on a day (UTC), for which reason. Its rows go with the thing, so that what
-- is deleted has earned nothing. A question 5, an answer 10, the best answer 25 more, each helpful vote that an answer
-- has over those against it 2. An answer to one's own question earns nothing.
create table points (
  school_id uuid not null,
  item_id uuid not null,
  reason text not null check (reason in ('question', 'answer', 'best_answer', 'helpful')),
  earned_on date not null default (now() at time zone 'UTC')::date,
  user_id uuid not null,
  assignment_id uuid not null,
  answer_id uuid,
  points integer not null,
  primary key (school_id, item_id, reason, earned_on),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, assignment_id) references assignments (school_id, id) on delete cascade,
  foreign key (school_id, assignment_id, answer_id)
    references assignment_answers (school_id, assignment_id, id) on delete cascade,
  check (item_id = coalesce(answer_id, assignment_id))
);
create index points_by_user on points (school_id, user_id, earned_on);
create index points_by_assignment on points (school_id, assignment_id, answer_id);

-- The sum of each person's ledger, for the leaderboard.
create table point_totals (
  school_id uuid not null,
  user_id uuid not null,
  points integer not null check (points >= 0),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
) with (fillfactor = 90);
create index point_totals_by_points on point_totals (school_id, points desc, user_id);

create function sum_points() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into point_totals as total (school_id, user_id, points) values (new.school_id, new.user_id, new.points)
    on conflict (school_id, user_id) do update set points = total.points + excluded.points;
  else
    update point_totals set points = points - old.points + coalesce(new.points, 0)
    where school_id = old.school_id and user_id = old.user_id;
  end if;
  return null;
end $$;
create trigger points_are_summed after insert or update or delete on points
  for each row execute function sum_points();

create function earn_by_answer(answer assignment_answers, why text, earned integer) returns void language sql as $$
  insert into points as ledger (school_id, item_id, reason, user_id, assignment_id, answer_id, points)
  select answer.school_id, answer.id, why, answer.author_id, answer.assignment_id, answer.id, earned
  from assignments where school_id = answer.school_id and id = answer.assignment_id and author_id <> answer.author_id
  on conflict (school_id, item_id, reason, earned_on) do update set points = ledger.points + excluded.points;
$$;

create function follow_assignment() returns trigger language plpgsql as $$
declare
  best assignment_answers;
begin
  if tg_op = 'INSERT' then
    insert into points (school_id, item_id, reason, user_id, assignment_id, points)
    values (new.school_id, new.id, 'question', new.author_id, new.id, 5);
    return null;
  end if;
  delete from points where school_id = old.school_id and item_id = old.best_answer_id and reason = 'best_answer';
  select * into best from assignment_answers where school_id = new.school_id and id = new.best_answer_id;
  if found then perform earn_by_answer(best, 'best_answer', 25); end if;
  return null;
end $$;
create trigger assignments_earn after insert on assignments for each row execute function follow_assignment();
create trigger assignments_name_the_best after update of best_answer_id on assignments for each row
  when (old.best_answer_id is distinct from new.best_answer_id) execute function follow_assignment();

create function follow_answer() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform earn_by_answer(new, 'helpful', 2 * (greatest(new.helpful_votes, 0) - greatest(old.helpful_votes, 0)));
    return null;
  end if;
  update assignments set answers_count = answers_count + case tg_op when 'INSERT' then 1 else -1 end
  where school_id = coalesce(new.school_id, old.school_id) and id = coalesce(new.assignment_id, old.assignment_id);
  if tg_op = 'INSERT' then perform earn_by_answer(new, 'answer', 10); end if;
  return null;
end $$;
create trigger assignment_answers_are_counted after insert or delete on assignment_answers
  for each row execute function follow_answer();
create trigger assignment_answers_earn after update of helpful_votes on assignment_answers for each row
  when (greatest(old.helpful_votes, 0) <> greatest(new.helpful_votes, 0)) execute function follow_answer();

-- However a vote comes, turns or goes, also with the account that cast it, the count follows.
create function follow_vote() returns trigger language plpgsql as $$
begin
  update assignment_answers set helpful_votes = helpful_votes
    + case new.is_helpful when true then 1 when false then -1 else 0 end
    - case old.is_helpful when true then 1 when false then -1 else 0 end
  where school_id = coalesce(new.school_id, old.school_id) and id = coalesce(new.answer_id, old.answer_id);
  return null;
end $$;
create trigger answer_votes_are_counted after insert or update or delete on answer_votes
  for each row execute function follow_vote();

select keep_tally('assignments', $$'assignment'$$);
select keep_tally('assignment_answers', $$'assignment_answer'$$);
