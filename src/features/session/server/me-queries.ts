import { sql } from 'kysely'
import type { GrantName } from '../../../shared/grants.ts'
import { currentGrants, currentRole, hasAdsPermission } from '../../../shared/server/auth/powers.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import type { Me } from '../contract.ts'
import { effectiveSafety } from './safety-queries.ts'

const selectMe = prepared((db, { schoolId, id }: SqlParams<{ schoolId: string; id: string }>) =>
  db
    .selectFrom('users')
    .innerJoin('schools', 'schools.id', 'users.school_id')
    .leftJoin('safety_settings as own', (join) =>
      join.onRef('own.school_id', '=', 'users.school_id').onRef('own.user_id', '=', 'users.id'),
    )
    .where('users.school_id', '=', schoolId)
    .where('users.id', '=', id)
    .select([
      'users.id',
      'users.name',
      'users.email',
      currentRole.as('role'),
      'schools.name as school',
      'users.school_id',
      'schools.timezone as school_timezone',
      'schools.country as school_country',
      'schools.minimum_age as school_minimum_age',
      'schools.anonymity_mode',
      'schools.unmaskable_days',
      sql<boolean>`coalesce(schools.custodian_id = users.id, false)`.as('is_custodian'),
      sql<GrantName[]>`coalesce(${currentGrants(schoolId)}, '{}')`.as('grants'),
      'users.avatar_url',
      'users.avatar_url as avatar',
      'users.cover_photo',
      'users.bio',
      'users.location',
      'users.website',
      'users.phone',
      'users.major',
      'users.graduation_year',
      sql<0 | 1>`(users.terms_accepted_at is not null)::int`.as('terms_accepted'),
      sql<boolean>`users.role = 'site_admin' or ${hasAdsPermission}`.as('can_manage_ads'),
      'users.email_notifications',
      'users.welcome',
      sql<boolean>`exists (select from push_subscriptions as device where device.school_id = users.school_id
        and device.user_id = users.id)`.as('receives_push'),
      effectiveSafety.as('safety'),
      'schools.naming_check as checks_names',
      'schools.confessions_mode',
      sql<Me['help_lines']>`schools.help_lines`.as('help_lines'),
      epoch('users.created_at').as('created_at'),
    ])
    .$narrowType<Pick<Me, 'role' | 'welcome' | 'anonymity_mode' | 'confessions_mode'>>(),
)

export async function findMe(db: Db, viewer: Viewer): Promise<Me> {
  const [me] = await selectMe(db, viewer)
  if (!me) throw new Error('A viewer without a row')
  return { ...me, hides_own: viewer.hidesOwn ?? false, is_shared: viewer.isShared ?? false }
}
