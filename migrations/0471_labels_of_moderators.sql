-- Whether a moderator set the note or covered the images. Then its author cannot change either.
alter table posts add column labelled boolean not null default false;
alter table comments add column labelled boolean not null default false;
alter table confessions add column labelled boolean not null default false;
-- Of a decision of the type label: {note, sensitive, before: {note, sensitive}}.
alter table moderation_actions add column label jsonb;

-- Also an edit that was written before the label, and is published later, leaves it as it is.
create function keep_label() returns trigger language plpgsql as $$
begin
  new.note := old.note;
  new.sensitive := old.sensitive;
  return new;
end $$;
create trigger posts_keep_labels before update of note, sensitive on posts for each row
  when (old.labelled and new.labelled) execute function keep_label();
create trigger comments_keep_labels before update of note, sensitive on comments for each row
  when (old.labelled and new.labelled) execute function keep_label();
