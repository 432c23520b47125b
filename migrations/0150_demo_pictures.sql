-- The schools of the demo that have got their pictures; empty outside of the demo. Uploads alone do not tell: users upload too.
create table demo_pictures (
  school_id uuid primary key references schools (id) on delete cascade,
  completed_at timestamptz not null default now()
);

-- Before this table, the pictures of a school came in one transaction, dated like what they illustrate: before the school.
insert into demo_pictures (school_id)
select id from schools
where email_domain in ('northfield.example', 'easton.example')
  and exists (select from uploads where uploads.school_id = schools.id and uploads.created_at < schools.created_at - interval '1 minute');
