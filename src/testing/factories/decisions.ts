import { appeals } from '../../features/appeals/contract.ts'
import { moderate } from '../../features/moderation/server/actions.ts'
import { newId } from '../../shared/server/db/sql.ts'
import { withTransaction } from '../../shared/server/db/transaction.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import type { TestUser } from './users.ts'

/** A warning of a user by a moderator without an account, so that any moderator may decide its appeal. */
export const makeWarning = (app: App, person: TestUser, reason = 'Shouting in the library') =>
  withTransaction(app.db, (trx) => moderate(trx, { id: null, name: 'Dean' }, person, { type: 'warn', reason }))

/** An appeal by the user of a decision about them; of a new warning by default. */
export async function makeAppeal(
  app: App,
  person: TestUser,
  { decision, text = 'I was not there.' }: { decision?: string; text?: string } = {},
): Promise<{ id: string; decision: string }> {
  const about = decision ?? (await makeWarning(app, person))
  const { status, body } = await as(app, person)(appeals.create, { params: { id: about }, body: { text } })
  if (status !== 201) throw new Error(`${person.name} could not appeal: ${status} ${body.error}`)
  return { id: body.data.id, decision: about }
}

/** A message of a moderator, after which it is the user's turn. */
export async function makeModeratorMessage(app: App, schoolId: string, appeal: string): Promise<void> {
  await app.db
    .insertInto('appeal_messages')
    .values({ school_id: schoolId, id: newId(), appeal_id: appeal, from_moderator: true, text: 'Where were you?' })
    .execute()
}

/** The id of a rule in force of the school. */
export async function findRuleId(app: App, schoolId: string): Promise<string> {
  const rule = await app.db
    .selectFrom('rules')
    .where('school_id', '=', schoolId)
    .where('retired_at', 'is', null)
    .orderBy('position')
    .select('id')
    .executeTakeFirstOrThrow()
  return rule.id
}
