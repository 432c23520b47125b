-- What the moderators of a school decide by. A change adds a version: decisions keep the words that applied to them.
create table rules (
  school_id uuid not null references schools (id) on delete cascade,
  id uuid not null,
  version integer not null default 1 check (version > 0),
  position integer not null,
  title text not null check (length(title) between 1 and 200),
  text text not null check (length(text) between 1 and 2000),
  -- The reasons of reports that it answers.
  reasons text[] not null default '{}',
  -- When a later version replaced it, or the school removed it.
  retired_at timestamptz,
  primary key (school_id, id, version)
);
create unique index rules_in_force on rules (school_id, id) where retired_at is null;

create function insert_default_rules(school uuid) returns void language sql as $$
  insert into rules (school_id, id, position, title, text, reasons)
  select school, gen_random_uuid(), position, title, text, array[reason] from (values
    (1, 'spam', 'No spam', 'Do not post advertising, scams or the same thing again and again.'),
    (2, 'harassment', 'No harassment', 'Do not insult, threaten, mock or follow other people.'),
    (3, 'inappropriate', 'Nothing sexual or disgusting', 'Do not post sexual content, gore or other content that has no place at a school.'),
    (4, 'hate_speech', 'No hate', 'Do not attack people for their origin, religion, gender, orientation, disability or age.'),
    (5, 'violence', 'No violence or threats', 'Do not threaten people, and do not call for or praise violence.'),
    (6, 'misinformation', 'Nothing false that does harm', 'Do not spread false statements that can harm people or the school.'),
    (7, 'copyright', 'Respect copyright', 'Do not post the work of other people without their permission.'),
    (8, 'personal_info', 'Keep personal information private', 'Do not post addresses, numbers, pictures or other private information of other people.'),
    (9, 'other', 'Other', 'Do not do what the house rules of your school forbid.')
  ) as defaults (position, reason, title, text)
$$;
select insert_default_rules(id) from schools;
create function start_with_rules() returns trigger language plpgsql as $$
begin
  perform insert_default_rules(new.id);
  return null;
end $$;
create trigger schools_start_with_rules after insert on schools for each row execute function start_with_rules();

alter table schools
  -- Days in which a decision can be appealed. A removed item is erased after them.
  add column appeal_days integer not null default 180 check (appeal_days between 30 and 365),
  add column transparency_public boolean not null default false;

-- A decision with its statement of reasons. The author of a sealed item is not named: the seal and the tag are bound to
-- the decision, and the mark is a keyed hash by which only its author finds it.
alter table moderation_actions
  add column rule_id uuid,
  add column rule_title text,
  add column rule_text text,
  add column facts text,
  add column item_kind text,
  add column item_id uuid,
  add column snapshot text,
  add column source text not null default 'own',
  add column automated boolean not null default false,
  add column appeal_until timestamptz,
  -- The decision that this milder one replaced after an appeal.
  add column replaces uuid,
  -- When the removed item was erased.
  add column erased_at timestamptz,
  add column author_seal bytea,
  add column author_tag bytea,
  add column author_mark bytea,
  add column is_sealed boolean not null default false,
  alter column user_id drop not null,
  drop constraint moderation_actions_action_type_check,
  add constraint moderation_actions_type_is_known
    check (action_type in ('warn', 'suspend', 'ban', 'remove', 'label', 'mute')) not valid,
  -- An item without an author, such as a group whose creator left, has neither.
  add constraint moderation_actions_source_is_known check (source in ('report', 'own', 'notice')) not valid,
  add constraint moderation_actions_name_or_seal check (
    case when is_sealed then user_id is null and author_seal is not null
      else author_seal is null and author_tag is null and author_mark is null
        and (user_id is not null or action_type in ('remove', 'label')) end) not valid;
