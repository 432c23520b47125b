-- When an operator last took the role of site administrator from this user. SITE_ADMINS does not grant it again; an operator can.
alter table users add column site_admin_revoked_at timestamptz;

update users set site_admin_revoked_at = revoked.at
from (
  select target_id, max(at) as at from audit_log
  where action in ('take', 'grant') and detail ->> 'from' = 'site_admin' and detail ->> 'to' <> 'site_admin'
  group by target_id
) as revoked
where users.id = revoked.target_id and users.role <> 'site_admin';
