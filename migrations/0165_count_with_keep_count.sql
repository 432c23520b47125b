-- Counts that triggers of their own kept before.

select keep_count('confessions.likes_count', 'confession_likes');
drop trigger confession_likes_are_counted on confession_likes;
drop function follow_confession_like();

select keep_count('poll_options.votes', 'poll_votes', changes => true);
drop trigger poll_votes_are_counted on poll_votes;
drop trigger poll_votes_are_moved on poll_votes;
drop trigger poll_votes_are_uncounted on poll_votes;
drop function count_new_ballots();
drop function count_moved_ballots();
drop function count_lost_ballots();

select keep_count('assignments.answers_count', 'assignment_answers');
drop trigger assignment_answers_are_counted on assignment_answers;
create or replace function follow_answer() returns trigger language plpgsql as $$
begin
  perform earn_by_answer(new, 'helpful', 2 * (greatest(new.helpful_votes, 0) - greatest(old.helpful_votes, 0)));
  return null;
end $$;
create function reward_answers() returns trigger language plpgsql as $$
begin
  perform earn_by_answer(answer, 'answer', 10) from gained
  join assignment_answers as answer on answer.school_id = gained.school_id and answer.id = gained.id;
  return null;
end $$;
-- Fires after the count: a best answer also locks the question first and then the points of its author.
create trigger assignment_answers_reward after insert on assignment_answers
  referencing new table as gained for each statement execute function reward_answers();

select keep_count('departments.professors_count', 'professors');
create or replace function count_professors() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update professor_totals as total set professors = total.professors + sign * counted.count
  from (select school_id, count(*) from changed group by 1) as counted where total.school_id = counted.school_id;
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
