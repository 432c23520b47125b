-- Where a listing is between its offer and its end.
alter table listings
  add column state text not null default 'available',
  -- Since when it is sold, withdrawn or expired. Its removal follows from it.
  add column ended_at timestamptz,
  -- Only in a school with `listing_days`.
  add column expires_at timestamptz,
  -- When the seller was reminded that it expires.
  add column reminded_at timestamptz,
  add constraint listings_state check (state in ('available', 'reserved', 'sold', 'withdrawn', 'expired')) not valid,
  add constraint listings_end_with_their_state
    check ((ended_at is not null) = (state in ('sold', 'withdrawn', 'expired'))) not valid;

-- After how many days a listing expires. Null: never.
alter table schools add column listing_days integer check (listing_days between 30 and 180);

-- The buyers that a listing is or was reserved for, and the one that bought it. A seller and a buyer have at most three reservations: each
-- takes one of three slots of both, which the indexes guard. The writer locks both users first (advisory locks), so that
-- concurrent reservations never choose the same free slot and fail without need.
create table listing_reservations (
  school_id uuid not null,
  id uuid not null,
  listing_id uuid not null,
  seller_id uuid not null,
  -- Null once the account is gone; a job then ends the reservation.
  buyer_id uuid,
  created_at timestamptz not null default now(),
  until timestamptz not null,
  ended_at timestamptz,
  is_sold boolean not null default false,
  seller_slot smallint check (seller_slot between 1 and 3),
  buyer_slot smallint check (buyer_slot between 1 and 3),
  primary key (school_id, id),
  foreign key (school_id, listing_id) references listings (school_id, id) on delete cascade,
  foreign key (school_id, seller_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, buyer_id) references users (school_id, id) on delete set null (buyer_id),
  constraint listing_reservations_are_for_others check (buyer_id <> seller_id),
  constraint listing_reservations_take_slots check (ended_at is not null or (seller_slot is not null and buyer_slot is not null)),
  constraint listing_reservations_end_with_the_sale check (ended_at is not null or not is_sold)
);
create unique index listing_reservations_one_per_listing on listing_reservations (school_id, listing_id)
  where ended_at is null;
create unique index listing_reservations_three_per_seller on listing_reservations (school_id, seller_id, seller_slot)
  where ended_at is null;
create unique index listing_reservations_three_per_buyer on listing_reservations (school_id, buyer_id, buyer_slot)
  where ended_at is null;
create index listing_reservations_by_listing on listing_reservations (school_id, listing_id);
create index listing_reservations_by_seller on listing_reservations (school_id, seller_id);
create index listing_reservations_by_buyer on listing_reservations (school_id, buyer_id);
create index listing_reservations_by_end on listing_reservations (until) where ended_at is null;

-- However a listing goes, also after its time, its pictures go too.
create function release_listing_uploads() returns trigger language plpgsql as $$
begin
  delete from uploads using gone
  where uploads.school_id = gone.school_id and uploads.item_kind = 'listing' and uploads.item_id = gone.id;
  return null;
end $$;
create trigger listings_release_uploads after delete on listings
  referencing old table as gone for each statement execute function release_listing_uploads();
