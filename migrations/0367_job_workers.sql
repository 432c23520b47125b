-- The job workers of running servers. A worker that is not seen any more has died: its jobs are released, which would
-- otherwise happen after four hours.
create table job_workers (
  id text primary key,
  seen_at timestamptz not null default now()
);
create index job_workers_by_age on job_workers (seen_at);
