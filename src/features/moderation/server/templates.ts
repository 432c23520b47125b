import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import { deskLimits, type Template } from '../desk-contract.ts'

type Words = Omit<Template, 'id'>

const columns = ['id', 'title', 'text', 'priority'] as const

/** The templates of a school, by title. */
export const listTemplates = (db: Db, schoolId: string): Promise<Template[]> =>
  db
    .selectFrom('moderation_templates')
    .where('school_id', '=', schoolId)
    .orderBy('title')
    .orderBy('id')
    .select(columns)
    .$narrowType<Pick<Template, 'priority'>>()
    .execute()

export async function createTemplate(trx: Trx, by: AuditActor, schoolId: string, words: Words): Promise<Template> {
  const { length } = await listTemplates(trx, schoolId)
  if (length >= deskLimits.templates) throw conflict(`A school can have up to ${deskLimits.templates} templates.`)
  const template = await trx
    .insertInto('moderation_templates')
    .values({ school_id: schoolId, id: newId(), ...words })
    .returning(columns)
    .$narrowType<Pick<Template, 'priority'>>()
    .executeTakeFirstOrThrow()
  await audited(trx, by, schoolId, 'template.create', template)
  return template
}

/** Throws 404 for a template outside the scope. */
export async function updateTemplate(trx: Trx, by: AuditActor, scope: SchoolScope, id: string, words: Words) {
  const school = await findSchoolOfRow(trx, scope, 'moderation_templates', id)
  if (!school) throw notFound('Template not found')
  const found = await trx
    .updateTable('moderation_templates')
    .set(words)
    .where('school_id', '=', school)
    .where('id', '=', id)
    .returning([...columns, 'school_id'])
    .$narrowType<Pick<Template, 'priority'>>()
    .executeTakeFirst()
  if (!found) throw notFound('Template not found')
  const { school_id, ...template } = found
  await audited(trx, by, school_id, 'template.update', template)
  return template
}

/** Throws 404 for a template outside the scope. */
export async function deleteTemplate(trx: Trx, by: AuditActor, scope: SchoolScope, id: string): Promise<void> {
  const school = await findSchoolOfRow(trx, scope, 'moderation_templates', id)
  if (!school) throw notFound('Template not found')
  const found = await trx
    .deleteFrom('moderation_templates')
    .where('school_id', '=', school)
    .where('id', '=', id)
    .returning([...columns, 'school_id'])
    .$narrowType<Pick<Template, 'priority'>>()
    .executeTakeFirst()
  if (!found) throw notFound('Template not found')
  await audited(trx, by, found.school_id, 'template.delete', found)
}

const audited = (trx: Trx, by: AuditActor, school: string, action: string, { id, title }: Template) =>
  recordAudit(trx, by, { action, school, target: { type: 'template', id }, detail: { title } })
