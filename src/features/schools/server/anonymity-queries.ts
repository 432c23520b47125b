import { sql } from 'kysely'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch, epochOrNull } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { Anonymity, AnonymityChange } from '../contract.ts'

/** Per school. */
const maxHistory = 50

/** Who may learn an anonymous author at a school in the scope, and how that changed. Throws 404 outside it. */
export async function anonymityOr404(db: Db, viewer: Viewer, scope: SchoolScope, id: string): Promise<Anonymity> {
  const { rows: schools } = await sql<Pick<Anonymity, 'who' | 'custodian' | 'unmaskable_days'>>`
    select anonymity_mode as who, unmaskable_days,
      case when users.id is not null then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end
        as custodian
    from schools left join users on users.school_id = schools.id and users.id = schools.custodian_id
      and users.deleted_at is null
    where schools.id = ${id}`.execute(db)
  const [school] = schools
  if (!school || (scope !== null && scope !== id)) throw notFound('School not found')
  const isSite = viewer.role === 'site_admin' && !viewer.vouched // who has an account in another cell changes nothing here
  const { rows: changes } = await sql<AnonymityChange>`
    select change.id, mode as who, users.name as custodian_name, change.unmaskable_days, state, requested_by_name,
      ${epoch('change.created_at')} as created_at, ${epochOrNull('applies_at')} as applies_at, decided_by_name,
      ${epochOrNull('decided_at')} as decided_at, json_build_object(
        'confirm', state = 'waiting' and ${isSite}::boolean and requested_by <> ${viewer.id},
        'withdraw', state = 'waiting' and ${isSite}::boolean) as can
    from anonymity_changes as change
    left join users on users.school_id = change.school_id and users.id = change.custodian_id
    where change.school_id = ${id}
    order by state = 'waiting' desc, change.created_at desc limit ${maxHistory + 1}`.execute(db)
  return {
    ...school,
    waiting: changes.find(({ state }) => state === 'waiting') ?? null,
    history: changes.filter(({ state }) => state !== 'waiting').slice(0, maxHistory),
    can: { edit: isSite },
  }
}
