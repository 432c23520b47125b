-- Schools, the people in them, and how they sign in.
-- Every tenant table carries school_id, and its keys begin with it: a row cannot point into another school.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table schools (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  short_name text,
  email_domain text not null unique check (email_domain = lower(email_domain) and email_domain <> ''),
  country text not null,
  state_province text,
  city text,
  type text not null default 'university' check (type in ('university', 'boarding_school')),
  timezone text not null default 'UTC',
  student_count integer not null default 0 check (student_count >= 0),
  is_active boolean not null default true,
  -- The Microsoft tenant whose word about e-mail addresses counts for this school.
  microsoft_tenant text,
  member_count integer not null default 0 check (member_count >= 0),
  created_at timestamptz not null default now()
);

create table users (
  school_id uuid not null references schools (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 200),
  email text not null check (email = lower(email)),
  role text not null default 'student' check (role in ('student', 'admin', 'site_admin')),
  can_manage_ads boolean not null default false,
  avatar_url text,
  cover_photo text,
  bio text,
  location text,
  website text,
  phone text,
  major text,
  graduation_year integer,
  terms_accepted_at timestamptz,
  terms_version text,
  -- The sum of the active moderation actions, written by the same transaction that adds or reverses one.
  -- Blocked means: blocked_as is set, and blocked_until is null (a ban) or still ahead (a suspension).
  blocked_as text check (blocked_as in ('suspended', 'banned')),
  blocked_until timestamptz,
  blocked_reason text,
  created_at timestamptz not null default now(),
  last_active_at timestamptz,
  deleted_at timestamptz,
  primary key (school_id, id),
  unique (school_id, email),
  check ((blocked_as = 'suspended') = (blocked_until is not null) or blocked_as is null)
);
create index users_by_name on users using gin (school_id, name gin_trgm_ops);

-- Who an identity provider says somebody is. Asked before the school is known, so it stands above the schools.
create table identities (
  issuer text not null,
  tenant text not null,
  subject text not null,
  school_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (issuer, tenant, subject),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index identities_by_user on identities (school_id, user_id);

-- A sign-in that has left for its identity provider and is expected back within ten minutes, once.
create table sign_in_attempts (
  state_hash bytea primary key,
  provider text not null,
  nonce text not null,
  code_verifier text not null,
  created_at timestamptz not null default now()
);
create index sign_in_attempts_by_age on sign_in_attempts (created_at);

-- The cookie holds the token; here is only its hash.
create table sessions (
  school_id uuid not null,
  token_hash bytea not null,
  id uuid not null,
  user_id uuid not null,
  user_agent text,
  ip text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (school_id, token_hash),
  unique (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index sessions_by_user on sessions (school_id, user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Answers to creates that carried an Idempotency-Key. key_hash is an HMAC over user, route and key, so that even
-- the row of an anonymous create names nobody.
create table idempotency_keys (
  school_id uuid not null references schools (id),
  key_hash bytea not null,
  status integer not null,
  reply text not null,
  created_at timestamptz not null default now(),
  primary key (school_id, key_hash)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Who did what to whom, for every act of an administrator. Append-only.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  school_id uuid,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  target_type text,
  target_id uuid,
  detail jsonb not null default '{}',
  request_id text
);
create index audit_log_by_school on audit_log (school_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The table % is append-only.', tg_table_name;
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
