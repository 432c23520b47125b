-- Seconds after which new messages of a conversation disappear; null for never. A message keeps the value of its time.
alter table conversations add column vanish_after integer;
alter table conversations add constraint conversations_vanish_after_is_known
  check (vanish_after in (86400, 604800, 7776000)) not valid;
-- From then on no participant sees it. Its row stays for two days, for reports.
alter table messages add column vanish_at timestamptz;
alter table messages drop constraint messages_system_kind_is_known;
alter table messages add constraint messages_system_kind_is_known
  check (system_kind in ('left', 'joined', 'removed', 'renamed', 'vanishing')) not valid;
