-- A settlement waits in the moderator's page for ten seconds, in which it can be undone: the claim stays for that time, and
-- is none of the three that a moderator may hold.
alter table case_claims add column is_settling boolean not null default false;
-- A notice stays in review once a moderator has opened its case.
alter table notices add column reviewed_at timestamptz;
