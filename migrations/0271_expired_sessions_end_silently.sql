-- The streams of expired sessions end with the regular look at all streams. A notification per expired row would hold the database-wide
-- lock of NOTIFY at the commit of each batch.
drop trigger sessions_announce_their_end on sessions;
create trigger sessions_announce_their_end after delete on sessions
  for each row when (old.expires_at > now()) execute function announce_standing('user_id');
