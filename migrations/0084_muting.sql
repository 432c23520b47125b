-- A conversation or a group that somebody does not want to be disturbed by. Neither changes what they may read.

alter table participants add column muted boolean not null default false;
alter table group_members add column muted boolean not null default false;
