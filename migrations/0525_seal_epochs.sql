-- Days after which no one can tell who wrote something anonymous. Null: authorship does not end.
alter table schools
  add column unmaskable_days integer,
  add constraint schools_unmaskable_days check (unmaskable_days between 30 and 730) not valid;
alter table anonymity_changes
  add column unmaskable_days integer,
  add constraint anonymity_changes_unmaskable_days check (unmaskable_days between 30 and 730) not valid;

-- The keys of schools where authorship ends: one per month in which something was written, and one without an end for what
-- stays unique per person. Wrapped by SECRET_KEY; several in one value while `rotate-keys --reseal` runs. Servers write with
-- keys of a school from `active_at` of the one without an end: by then each of them knows that there are keys.
create table seal_epochs (
  school_id uuid not null references schools on delete cascade,
  epoch date not null check (epoch = 'infinity' or extract(day from epoch) = 1),
  wrapped_key bytea,
  destroyed_at timestamptz,
  active_at timestamptz,
  primary key (school_id, epoch),
  constraint seal_epochs_destroyed check ((wrapped_key is null) = (destroyed_at is not null)),
  constraint seal_epochs_without_end check (epoch <> 'infinity' or destroyed_at is null),
  constraint seal_epochs_active check ((epoch = 'infinity') = (active_at is not null))
);

-- The epoch of a seal of version 3; null for the others.
create function seal_epoch(seal bytea) returns date language sql immutable parallel safe as $$
  select case when length(seal) > 3 and get_byte(seal, 0) = 3
    then (date '1970-01-01' + make_interval(months => get_byte(seal, 1) * 256 + get_byte(seal, 2)))::date end $$;
