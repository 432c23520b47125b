-- Openings that need a second person, and those in danger to life that one person makes and another one countersigns.
alter table seal_requests
  -- In force when it was requested. Null for openings from before.
  add column mode text,
  -- The author is notified after 30 days, because notifying would endanger a person.
  add column delays_notice boolean not null default false,
  -- Who approved or declined; kept like requested_by.
  add column decided_by uuid,
  add column decided_by_name text,
  add column decided_at timestamptz,
  add column decision_reason text,
  -- Until then another person countersigns. Null when that is not needed.
  add column countersign_until timestamptz,
  add column countersigned_by uuid,
  add column countersigned_by_name text,
  add column countersigned_at timestamptz,
  add column countersign_reason text,
  -- Site administrators were notified that no one countersigned.
  add column missed_at timestamptz,
  drop constraint seal_requests_state_check,
  add constraint seal_requests_state_check
    check (state in ('waiting', 'opened', 'declined', 'expired', 'withdrawn')) not valid,
  add constraint seal_requests_need_another_person check (
    decided_by is distinct from requested_by and countersigned_by is distinct from requested_by
    and (decided_by is null) = (decided_at is null) and (countersigned_by is null) = (countersigned_at is null)
    and (decided_by is null or state in ('opened', 'declined'))
  ) not valid,
  add constraint seal_requests_mode check (mode in ('list', 'one', 'two', 'custodian', 'none')) not valid;
