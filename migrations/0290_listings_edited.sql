-- Of the listing's texts and pictures: an edit names the one that it is based on.
alter table listings add column version integer not null default 1;

-- The prices of a listing, each since a time. Empty until the first change, which also adds the first price.
create table listing_prices (
  school_id uuid not null,
  listing_id uuid not null,
  at timestamptz not null,
  price numeric(9, 2) not null check (price >= 0),
  primary key (school_id, listing_id, at),
  foreign key (school_id, listing_id) references listings (school_id, id) on delete cascade
);
