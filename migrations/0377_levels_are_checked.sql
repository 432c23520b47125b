alter table participants validate constraint participants_level_is_known; -- reads the table without blocking writers
