-- Since when the images of an item are hidden from everyone but moderators, because someone reported an intimate image.
-- Other than withheld_at, it lasts until the case is dismissed.
alter table uploads add column held_at timestamptz;
