-- Removals from before: their 90 days began with the decision, so the files of older ones are deleted by the next run of the job.
-- It marks the uploads of the others when it encrypts them.
insert into evidence (school_id, name, decision_id, extension, created_at)
select distinct on (uploads.school_id, uploads.name) uploads.school_id, uploads.name, action.id, uploads.extension, action.created_at
from (select distinct decision_id from media_blocklist) as entry
join moderation_actions as action on action.id = entry.decision_id and action.reversed_at is null
join reports on reports.school_id = action.school_id and reports.kind = action.item_kind and reports.content_id = action.item_id
join report_images as shown on shown.school_id = reports.school_id and shown.report_id = reports.id
join uploads on uploads.school_id = shown.school_id and uploads.name = shown.name and uploads.kind in ('image', 'video')
order by uploads.school_id, uploads.name, action.created_at desc
on conflict do nothing;
