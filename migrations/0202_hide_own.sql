-- The user hides on this device what they wrote anonymously, until they sign in again.
alter table sessions add column hides_own boolean not null default false;
