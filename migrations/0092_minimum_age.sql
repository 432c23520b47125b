-- How old one has to be at a school. Whoever accepts the terms declares to be of that age, which is kept beside the time
-- and the version; acceptances of before declared 13.

alter table schools add column minimum_age smallint not null default 13
  check (minimum_age between 13 and 21);
alter table users add column terms_age smallint;
