-- Who sees a profile. Null: everyone at the school, and for minors friends and members of shared groups.
alter table safety_settings add column profile text;
alter table safety_settings add constraint safety_settings_profile
  check (profile in ('everyone', 'friends_and_groups')) not valid;
