import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'

type Words = {
  readonly title: string
  readonly text: string
  readonly reasons: string[]
  readonly position: number
}
type RuleRow = Words & { readonly id: string; readonly version: number }

const columns = ['id', 'version', 'position', 'title', 'text', 'reasons'] as const

/** The rules in force of a school, in order. */
export const listRules = (db: Db, schoolId: string): Promise<RuleRow[]> =>
  db
    .selectFrom('rules')
    .where('school_id', '=', schoolId)
    .where('retired_at', 'is', null)
    .orderBy('position')
    .orderBy('title')
    .select(columns)
    .execute()

/** Per school. */
const maxRules = 50

/** Adds a rule. */
export async function createRule(trx: Trx, by: AuditActor, schoolId: string, words: Words): Promise<RuleRow> {
  if ((await listRules(trx, schoolId)).length >= maxRules) throw conflict(`A school can have up to ${maxRules} rules.`)
  const rule = await insert(trx, schoolId, { id: newId(), version: 1 }, words)
  await audited(trx, by, schoolId, 'rule.create', rule.id, rule)
  return rule
}

/** Retires the version in force of a rule in the scope, and returns it. Throws 404 when there is none. */
async function retire(trx: Trx, scope: SchoolScope, id: string) {
  const school = await findSchoolOfRow(trx, scope, 'rules', id)
  if (!school) throw notFound('Rule not found')
  const retired = await trx
    .updateTable('rules')
    .set({ retired_at: sql`now()` })
    .where('school_id', '=', school)
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .returning(['school_id', 'version'])
    .executeTakeFirst()
  if (!retired) throw notFound('Rule not found')
  return retired
}

/** Adds a version with new words. Decisions keep the version that they used. */
export async function updateRule(
  trx: Trx,
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  words: Words,
): Promise<RuleRow> {
  const { school_id, version } = await retire(trx, scope, id)
  const rule = await insert(trx, school_id, { id, version: version + 1 }, words)
  await audited(trx, by, school_id, 'rule.update', id, rule)
  return rule
}

/** Retires a rule. */
export async function deleteRule(trx: Trx, by: AuditActor, scope: SchoolScope, id: string): Promise<void> {
  const { school_id, version } = await retire(trx, scope, id)
  await audited(trx, by, school_id, 'rule.delete', id, { version })
}

const insert = (trx: Trx, schoolId: string, key: { id: string; version: number }, words: Words): Promise<RuleRow> =>
  trx
    .insertInto('rules')
    .values({ school_id: schoolId, ...key, ...words, reasons: [...words.reasons] })
    .returning(columns)
    .executeTakeFirstOrThrow()

const audited = (trx: Trx, by: AuditActor, school: string, action: string, id: string, detail: object) =>
  recordAudit(trx, by, { action, school, target: { type: 'rule', id }, detail: { ...detail } })
