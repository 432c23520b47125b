-- How far a new account is with its first minutes: the steps, then the card in the
-- feed, which is a line once most of it is done. Null for accounts from before.
alter table users
  add column welcome text,
  add constraint users_welcome check (welcome in ('steps', 'card', 'line', 'done')) not valid;
