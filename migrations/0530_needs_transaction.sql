-- A write that is one statement calls this when an event needs more than that, such as a mail: the statement changes nothing,
-- and the server repeats it in a transaction.
create function needs_transaction() returns boolean language plpgsql volatile as $$
begin
  raise exception 'This write needs a transaction.' using errcode = 'QU002';
end
$$;
