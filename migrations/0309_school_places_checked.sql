alter table schools validate constraint schools_places;
