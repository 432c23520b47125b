-- The notices of a case are in review from the moment in which a moderator opens it, also after the claim has ended.
create function review_notices() returns trigger language plpgsql as $$
begin
  update notices set reviewed_at = now()
  from reports
  where reports.school_id = new.school_id and reports.kind = new.kind and reports.content_id = new.content_id
    and reports.reporter_id is null and notices.school_id = reports.school_id and notices.report_id = reports.id
    and notices.reviewed_at is null and notices.closed_at is null;
  return null;
end $$;
create trigger case_claims_review_notices after insert or update of claimed_until on case_claims for each row
  execute function review_notices();

-- One that joins a case which a moderator has open.
create function review_joining_notice() returns trigger language plpgsql as $$
begin
  if exists (select from reports join case_claims as claim using (school_id, kind, content_id)
    where reports.school_id = new.school_id and reports.id = new.report_id and claim.claimed_until > now())
  then new.reviewed_at := now(); end if;
  return new;
end $$;
create trigger notices_review_joining before update of report_id on notices for each row
  when (new.report_id is not null and new.reviewed_at is null) execute function review_joining_notice();
