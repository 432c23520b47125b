import type { Db } from '../src/shared/server/db/pools.ts'
import { demoSchools } from './schools.ts'

/** The demo schools without pictures. Loads no drawing code, because every start calls this. */
export const listSchoolsWithoutPictures = (db: Db) =>
  db
    .selectFrom('schools')
    .where(
      'email_domain',
      'in',
      demoSchools.map((school) => school.email_domain),
    )
    .where((has) =>
      has.not(
        has.exists(
          has.selectFrom('demo_pictures').whereRef('demo_pictures.school_id', '=', 'schools.id').select('school_id'),
        ),
      ),
    )
    .select(['id', 'email_domain', 'created_at'])
    .orderBy('name')
    .execute()
