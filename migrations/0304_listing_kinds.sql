-- What a listing is: an offer, or something that its author looks for. Books have an ISBN, always with 13 digits.
alter table listings
  add column kind text not null default 'sale',
  add column isbn text,
  add column course text,
  add constraint listings_kind check (kind in ('sale', 'wanted')) not valid,
  add constraint listings_isbn check (isbn ~ '^97[89][0-9]{10}$') not valid;
