-- A mute of anonymous writing ends, like a suspension.
alter table moderation_actions
  drop constraint moderation_actions_check,
  drop constraint moderation_actions_check1,
  add constraint moderation_actions_end_is_known
    check ((action_type in ('suspend', 'mute')) = (expires_at is not null)) not valid,
  add constraint moderation_actions_duration_is_known
    check ((action_type in ('suspend', 'mute')) = (duration_hours is not null)) not valid;
