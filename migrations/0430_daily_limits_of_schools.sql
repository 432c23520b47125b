-- How many reports, and how many anonymous items of a kind, a person may write per day. Null: 50 reports as before, and any
-- number of anonymous items.
alter table schools
  add column reports_per_day integer,
  add column anonymous_per_day integer,
  add constraint schools_reports_per_day check (reports_per_day between 1 and 1000) not valid,
  add constraint schools_anonymous_per_day check (anonymous_per_day between 1 and 1000) not valid;
