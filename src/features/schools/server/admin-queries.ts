import { sql } from 'kysely'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { schoolsElsewhere } from '../../../shared/server/cells/school-moves.ts'
import { type PageRequest, toOffset } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { likePattern } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { School } from '../contract.ts'

type Filter = { readonly search?: string | undefined; readonly is_active?: string | undefined }

/** The schools in an administrator's scope, active or not. Every read for administrators starts here. */
function managedSchools(db: Db, viewer: Viewer, scope: SchoolScope) {
  const may = viewer.role === 'site_admin'
  return db
    .selectFrom('schools')
    .where(sql<boolean>`schools.id not in (${schoolsElsewhere})`)
    .$if(scope !== null, (query) => query.where('schools.id', '=', scope))
    .select([
      'id',
      'name',
      'short_name',
      'city',
      'state_province',
      'country',
      'type',
      'email_domain',
      'timezone',
      'student_count',
      'is_active',
      'member_count',
      'minimum_age',
      'appeal_days',
      'listing_days',
      'prohibited_items',
      'open_events',
      'reports_per_day',
      'anonymous_per_day',
      'no_show_rule',
      'default_requests',
      sql<School['help_lines']>`help_lines`.as('help_lines'),
      'location_prefixes',
      'naming_check',
      'confessions_mode as confessions',
      'minors',
      'transparency_public',
      sql<School['places']>`places`.as('places'),
      sql<string | null>`case when ${may} then microsoft_tenant end`.as('microsoft_tenant'),
      sql<School['can']>`json_build_object('edit', ${may}::boolean, 'delete', ${may}::boolean)`.as('can'),
    ])
    .$narrowType<Pick<School, 'type' | 'default_requests' | 'confessions'>>()
}

/** All schools of the site by name, for a site administrator. */
export const listAllSchools = (db: Db, viewer: Viewer): Promise<School[]> =>
  managedSchools(db, viewer, null).orderBy('name').orderBy('id').execute()

/** Returns one page of the schools by name, and the number of matches. Searches names and domains. */
export async function listSchools(
  db: Db,
  viewer: Viewer,
  scope: SchoolScope,
  { search, is_active, page, limit }: Filter & PageRequest,
) {
  const isActive = is_active === 'true' || is_active === '1'
  const pattern = likePattern(search ?? '')
  const fitting = managedSchools(db, viewer, scope)
    .$if(is_active !== undefined, (all) => all.where('is_active', '=', isActive))
    .$if(Boolean(search), (all) =>
      all.where((school) =>
        school.or([
          school('name', 'ilike', pattern),
          school('short_name', 'ilike', pattern),
          school('email_domain', 'ilike', pattern),
        ]),
      ),
    )
  const data = await fitting.orderBy('name').orderBy('id').limit(limit).offset(toOffset({ page, limit })).execute()
  const { total } = await db
    .selectFrom(fitting.as('fit'))
    .select(sql<number>`count(*)::int8`.as('total'))
    .executeTakeFirstOrThrow()
  return { data, page, limit, total }
}

/** Returns a school for a site administrator. Throws 404 when it does not exist. */
export async function schoolOr404(db: Db, viewer: Viewer, id: string): Promise<School> {
  const school = await managedSchools(db, viewer, null).where('id', '=', id).executeTakeFirst()
  if (!school) throw notFound('School not found')
  return school
}
