import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch, newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import type { Note } from '../desk-contract.ts'

type Person = { readonly id: string; readonly schoolId: string }

/** Notes per person that are shown, the latest ones. */
const maxNotes = 100

/** The user that notes are about. Throws 404 outside the scope, 403 for oneself. */
export async function subjectOr404(db: Db, viewer: Viewer, scope: SchoolScope, id: string): Promise<Person> {
  const school = await findSchoolOfRow(db, scope, 'users', id)
  if (!school) throw notFound('User not found')
  const person = await db
    .selectFrom('users')
    .where('school_id', '=', school)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id', 'school_id as schoolId'])
    .executeTakeFirst()
  if (!person) throw notFound('User not found')
  if (person.id === viewer.id) throw forbidden('Notes about you are in your export.')
  return person
}

const columns = ['id', 'author_name', 'text', epoch('created_at').as('created_at')] as const

/** The notes on a person, latest first. */
export const listNotes = (db: Db, { id, schoolId }: Person): Promise<Note[]> =>
  db
    .selectFrom('person_notes')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', id)
    .orderBy('person_notes.created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxNotes)
    .select(columns)
    .execute()

export async function createNote(trx: Trx, by: AuditActor, { id, schoolId }: Person, text: string): Promise<Note> {
  const note = await trx
    .insertInto('person_notes')
    .values({ school_id: schoolId, id: newId(), user_id: id, author_id: by.id, author_name: by.name, text })
    .returning(columns)
    .executeTakeFirstOrThrow()
  const target = { type: 'user', id }
  await recordAudit(trx, by, { action: 'note.create', school: schoolId, target, detail: { note: note.id } })
  return note
}

/** Throws 404 for a note outside the scope, and for one about oneself. */
export async function deleteNote(trx: Trx, by: AuditActor, scope: SchoolScope, id: string): Promise<void> {
  const school = await findSchoolOfRow(trx, scope, 'person_notes', id)
  if (!school) throw notFound('Note not found')
  const note = await trx
    .deleteFrom('person_notes')
    .where('school_id', '=', school)
    .where('id', '=', id)
    .where('user_id', '<>', by.id)
    .returning(['school_id', 'user_id'])
    .executeTakeFirst()
  if (!note) throw notFound('Note not found')
  const target = { type: 'user', id: note.user_id }
  await recordAudit(trx, by, { action: 'note.delete', school: note.school_id, target, detail: { note: id } })
}
