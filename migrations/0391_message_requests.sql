-- What a user has chosen about their own safety. Without a row, the defaults of the school apply.
create table safety_settings (
  school_id uuid not null,
  user_id uuid not null,
  requests text check (requests in ('everyone', 'known', 'friends')),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

alter table schools add column default_requests text not null default 'everyone'
  constraint schools_default_requests check (default_requests in ('everyone', 'known', 'friends'));

-- A participant who was asked is no participant yet: nothing of what they do reaches the others. `requested_by` and
-- `requested_at` stay after an answer, for the limit of new requests per day.
alter table participants
  add column state text not null default 'open',
  add column declined_at timestamptz,
  add column requested_by uuid,
  add column requested_at timestamptz;
alter table participants add constraint participants_state check (state in ('open', 'requested', 'declined')) not valid;
alter table participants add constraint participants_requested_by_fkey foreign key (school_id, requested_by)
  references users (school_id, id) on delete set null (requested_by) not valid;

-- Whether a user reaches another's inbox without asking. The only statement of this rule.
create function can_write_to(school uuid, sender uuid, recipient uuid) returns boolean language sql stable as $$
  select case coalesce(chosen.requests, schools.default_requests)
    when 'everyone' then true
    else writer.role <> 'student'
      or exists (select from friendships where friendships.school_id = school and friendships.user_id = sender
        and friendships.friend_id = recipient)
      or (coalesce(chosen.requests, schools.default_requests) = 'known' and exists (
        select from group_members as own
        join group_members as other on other.school_id = own.school_id and other.group_id = own.group_id
          and other.user_id = recipient
        join groups on groups.school_id = own.school_id and groups.id = own.group_id
        where own.school_id = school and own.user_id = sender and groups.type = 'private'
          and groups.withheld_at is null))
    end
  from schools
  join users as writer on writer.school_id = schools.id and writer.id = sender
  left join safety_settings as chosen on chosen.school_id = schools.id and chosen.user_id = recipient
  where schools.id = school
$$;

-- A block ends an open request of the pair, in the transaction of the block and without a trace for the sender.
create function decline_requests() returns trigger language plpgsql as $$
begin
  update participants set state = 'declined', declined_at = now()
  where school_id = new.school_id and state = 'requested'
    and (user_id, requested_by) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id));
  return new;
end $$;
create trigger blocks_decline_requests after insert on blocks for each row execute function decline_requests();
