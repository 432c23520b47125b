-- Of another school for a site administrator, so that no list of appeals reads the users of all schools.
alter table appeals add column claimed_by_name text;
