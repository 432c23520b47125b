-- How often a message has changed, with its reactions and its pin: devices keep the newest state, in whatever order live
-- events and pages of messages arrive.
alter table messages add column revision integer not null default 0;
