import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import { attachUploads } from '../../media/server/actions.ts'
import type { DepartmentInput, ProfessorForm } from '../contract.ts'

/** Adds a department to the school. Throws 409 when the name exists. */
export const createDepartment = async (trx: Trx, viewer: Viewer, input: DepartmentInput) => {
  const made = await trx
    .insertInto('departments')
    .values({ school_id: viewer.schoolId, id: newId(), ...input, created_by: viewer.id })
    .onConflict((same) => same.doNothing())
    .returning(['id', 'name', 'short_name', 'description', 'website_url', 'professors_count'])
    .executeTakeFirst()
  if (!made) throw conflict('This department already exists')
  return made
}

/** Throws 404 for an unknown department and 409 for an existing professor. Runs before the image is decoded. */
export async function checkIsNew(db: Db, viewer: Viewer, form: ProfessorForm): Promise<void> {
  const department = await db
    .selectFrom('departments')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', form.department_id)
    .select((row) => [
      'id',
      row
        .exists(
          row
            .selectFrom('professors')
            .where('school_id', '=', viewer.schoolId)
            .where('department_id', '=', form.department_id)
            .where((same) =>
              same(
                same.fn('lower', ['name']),
                '=',
                same.fn('lower', [same.val(`${form.first_name} ${form.last_name}`)]),
              ),
            )
            .select('id'),
        )
        .as('is_taken'),
    ])
    .executeTakeFirst()
  if (!department) throw notFound('Department not found')
  if (department.is_taken) throw taken()
}

const taken = () => conflict('This professor is already listed in this department')

/** Adds a professor, with the viewer's own upload as the optional image, and returns the id. */
export async function createProfessor(
  trx: Trx,
  viewer: Viewer,
  { courses_taught, ...form }: ProfessorForm,
  avatar_url: string | null,
): Promise<string> {
  const school_id = viewer.schoolId
  const id = newId()
  // The entry and its image belong to the school, whatever happens to the account that created it.
  const item = { kind: 'professor', id, purposes: ['professor' as const], anonymous: true }
  if (avatar_url) await attachUploads(trx, viewer, [avatar_url], item)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('professors')
    .values({ school_id, id, ...form, courses_taught, avatar_url, created_by: viewer.id })
    .onConflict((same) => same.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw taken()
  if (courses_taught.length === 0) return id
  const courses = courses_taught.map((text, position) => ({ id: newId(), position, ...toCourse(text) }))
  await trx
    .insertInto('professor_courses')
    .values(courses.map((course) => ({ school_id, professor_id: id, ...course })))
    .execute()
  return id
}

/** Splits 'CS101 - Algorithms' into code and name. Without a dash, the whole text is the code. */
export function toCourse(text: string): { code: string; name: string } {
  const [, code = text, name = ''] = /^(.+?)\s+[-–—]\s+(.+)$/.exec(text) ?? []
  return { code, name }
}

/** Deletes a professor with courses, ratings, votes and image. */
export const deleteProfessor = async (trx: Trx, schoolId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('professors')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
