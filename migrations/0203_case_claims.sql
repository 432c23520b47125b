-- Who works on the reports of an item. A claim that is over counts as none.
create table case_claims (
  school_id uuid not null references schools (id) on delete cascade,
  kind text not null,
  content_id uuid not null,
  -- Kept like in audit_log: site administrators belong to other schools.
  claimed_by uuid not null,
  claimed_by_name text not null,
  claimed_until timestamptz not null,
  primary key (school_id, kind, content_id)
);
create index case_claims_by_moderator on case_claims (claimed_by, claimed_until);
