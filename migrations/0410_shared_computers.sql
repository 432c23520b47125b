-- A session on a computer that others use too: it ends soon after the last request, and its browser keeps nothing.
alter table sessions add column is_shared boolean not null default false;
alter table sign_in_attempts add column is_shared boolean not null default false;
