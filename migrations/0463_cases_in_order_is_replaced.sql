drop index if exists cases_in_order; -- cases_in_flagged_order serves its queries
