-- When the site administrators were notified that the appeal was not answered in time.
alter table appeals add column escalated_at timestamptz;

-- A template that is offered first for cases of this priority.
alter table moderation_templates
  add column priority text,
  add constraint moderation_templates_priority check (priority in ('danger', 'intimate', 'personal', 'normal')) not valid;
