drop index if exists notifications_by_age;
