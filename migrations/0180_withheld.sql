-- When a moderator removed an item. Withheld items are in no list, search, count, export of other users or stream, and can
-- be restored until a job erases them.
alter table posts add column withheld_at timestamptz;
-- A withheld comment withholds the replies below it. `withheld_by`: the comment that a moderator removed.
alter table comments add column withheld_at timestamptz, add column withheld_by uuid;
alter table events add column withheld_at timestamptz;
alter table listings add column withheld_at timestamptz;
alter table assignments add column withheld_at timestamptz;
alter table assignment_answers add column withheld_at timestamptz;
alter table confessions add column withheld_at timestamptz;
alter table ratings add column withheld_at timestamptz;
alter table professors add column withheld_at timestamptz;
alter table groups add column withheld_at timestamptz;
alter table messages add column withheld_at timestamptz;
alter table uploads add column withheld_at timestamptz;
