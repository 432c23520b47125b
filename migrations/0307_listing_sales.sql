-- Sales, which outlive their listings: what a seller has sold is part of how others know them. Without a key to the listing
-- for that reason.
create table listing_sales (
  school_id uuid not null,
  listing_id uuid not null,
  seller_id uuid not null,
  -- Null if the seller did not say who bought it, and once the account is gone.
  buyer_id uuid,
  sold_at timestamptz not null default now(),
  primary key (school_id, listing_id),
  foreign key (school_id, seller_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, buyer_id) references users (school_id, id) on delete set null (buyer_id),
  constraint listing_sales_are_to_others check (buyer_id <> seller_id)
);
create index listing_sales_by_seller on listing_sales (school_id, seller_id);
create index listing_sales_by_buyer on listing_sales (school_id, buyer_id);

-- How a sale went, once for each of the two. Only counts of several are shown to others.
create table listing_outcomes (
  school_id uuid not null,
  listing_id uuid not null,
  user_id uuid not null,
  outcome text not null check (outcome in ('went_well', 'did_not_happen', 'not_as_described')),
  answered_at timestamptz not null default now(),
  primary key (school_id, listing_id, user_id),
  foreign key (school_id, listing_id) references listing_sales (school_id, listing_id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index listing_outcomes_by_user on listing_outcomes (school_id, user_id);

insert into listing_sales (school_id, listing_id, seller_id, buyer_id, sold_at)
select listings.school_id, listings.id, listings.seller_id, sale.buyer_id, listings.ended_at from listings
left join listing_reservations as sale
  on sale.school_id = listings.school_id and sale.listing_id = listings.id and sale.is_sold
where listings.state = 'sold'
on conflict do nothing;
