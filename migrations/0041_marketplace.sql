-- What students sell to each other, and who remembers it.

create table listings (
  school_id uuid not null references schools (id),
  id uuid not null,
  seller_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  description text not null check (length(description) between 1 and 5000),
  -- In the currency of the school's country.
  price numeric(9, 2) not null check (price >= 0),
  category text not null check (category in ('textbooks', 'electronics', 'furniture', 'clothing', 'other')),
  condition text not null check (condition in ('new', 'like-new', 'good', 'fair', 'poor')),
  images text[] not null default '{}' check (cardinality(images) <= 5),
  favorites_count integer not null default 0 check (favorites_count >= 0),
  words text not null generated always as (title || ' ' || description) stored,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, seller_id) references users (school_id, id) on delete cascade
);
create index listings_by_time on listings (school_id, created_at desc, id desc);
create index listings_by_price on listings (school_id, price, id);
create index listings_by_favorites on listings (school_id, favorites_count desc, created_at desc, id desc);
create index listings_by_category on listings (school_id, category, created_at desc, id desc);
create index listings_by_seller on listings (school_id, seller_id);
create index listings_by_words on listings using gin (school_id, words gin_trgm_ops);

create table listing_favorites (
  school_id uuid not null,
  listing_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, listing_id, user_id),
  foreign key (school_id, listing_id) references listings (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index listing_favorites_by_user on listing_favorites (school_id, user_id, created_at desc);

-- However a favorite goes, also with the account that had it, the count follows.
create function forget_favorites() returns trigger language plpgsql as $$
begin
  update listings set favorites_count = favorites_count - freed.favorites
  from (select school_id, listing_id, count(*) as favorites from gone group by 1, 2) as freed
  where listings.school_id = freed.school_id and listings.id = freed.listing_id;
  return null;
end $$;
create trigger listing_favorites_are_counted_off after delete on listing_favorites
  referencing old table as gone for each statement execute function forget_favorites();

select keep_tally('listings', $$'listing'$$);
