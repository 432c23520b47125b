-- Sponsored cards. They belong to the site; an audience may be one school.
create table ads (
  id uuid primary key,
  title text not null check (length(title) between 1 and 200),
  description text not null check (length(description) between 1 and 1000),
  button_text text not null default 'Learn More' check (length(button_text) between 1 and 40),
  target_url text not null check (target_url = '#' or target_url ~ '^https?://'),
  image_url text,
  -- Null: everybody.
  target_school_id uuid references schools (id) on delete cascade,
  placement text not null default 'sidebar' check (placement in ('sidebar', 'feed')),
  is_active boolean not null default true,
  start_date timestamptz,
  end_date timestamptz,
  max_impressions integer check (max_impressions > 0),
  current_impressions integer not null default 0 check (current_impressions >= 0),
  clicks integer not null default 0 check (clicks >= 0),
  created_at timestamptz not null default now(),
  check (start_date < end_date)
) with (fillfactor = 80);
create index ads_by_audience on ads (placement, target_school_id) where is_active;

-- Its impressions and clicks, day by day (UTC).
create table ad_days (
  ad_id uuid not null references ads (id) on delete cascade,
  day date not null,
  impressions integer not null default 0,
  clicks integer not null default 0,
  primary key (ad_id, day)
) with (fillfactor = 80);

-- What was counted lately, so that one person counts once a minute. The hash names nobody.
create table ad_sightings (
  ad_id uuid not null references ads (id) on delete cascade,
  hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (ad_id, hash)
);
create index ad_sightings_by_age on ad_sightings (created_at);
