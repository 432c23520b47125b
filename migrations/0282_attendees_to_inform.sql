create index concurrently if not exists event_attendees_to_inform on event_attendees (school_id, event_id) where notice_due;
