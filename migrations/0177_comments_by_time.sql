drop index comments_by_time; -- comments_all_by_time serves its queries
