alter table ratings add column edited_at timestamptz;

-- The old values leave the sums and the new ones join them, in the transaction of the change. A withheld rating counts
-- nowhere; when it is restored, it is counted with its values at that time.
create function count_edited_rating() returns trigger language plpgsql as $$
begin
  perform add_ratings(array[old], -1);
  perform add_ratings(array[new], 1);
  return null;
end $$;
create trigger ratings_are_counted_edited after update on ratings for each row
  when (old.withheld_at is null and new.withheld_at is null and old.edited_at is distinct from new.edited_at)
  execute function count_edited_rating();
