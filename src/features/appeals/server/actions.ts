// What the affected user, or the reporter, does with an appeal.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { currentMinute, newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, forbidden, HttpError, notFound } from '../../../shared/server/http/errors.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import { type AppealMessage, appealLimits } from '../contract.ts'
import { hasTurn, isAboutViewer, isOftenDismissed, reviewLimits } from './queries.ts'

const gone = (message: string) => new HttpError(410, 'gone', message)
const closedAppeal = () => conflict('This appeal is closed')

/** Appeals one decision about the viewer. Locks the decision, so that its item is not erased meanwhile. */
export async function createAppeal(
  trx: Trx,
  anonymity: Anonymity,
  viewer: Viewer,
  decisionId: string,
  words: string,
): Promise<string> {
  const { schoolId } = viewer
  const { rows } = await sql<{ is_sealed: boolean; is_reversed: boolean; is_over: boolean; last_day: string | null }>`
    select is_sealed, reversed_at is not null as is_reversed, coalesce(appeal_until <= now(), true) as is_over,
      to_char(coalesce(appeal_until, action.created_at) at time zone schools.timezone, 'FMMonth FMDD, YYYY') as last_day
    from moderation_actions as action join schools on schools.id = action.school_id
    where action.id = ${decisionId} and ${await isAboutViewer(anonymity, viewer)} for no key update of action`.execute(
    trx,
  )
  const [decision] = rows
  if (!decision) throw notFound('Decision not found')
  const known = await trx
    .selectFrom('appeals')
    .where('school_id', '=', schoolId)
    .where('decision_id', '=', decisionId)
    .where('by', '=', 'affected')
    .select('id')
    .executeTakeFirst()
  if (known) throw conflict('You have already appealed this decision')
  if (decision.is_reversed) throw conflict('This decision no longer applies')
  if (decision.is_over) throw gone(`The time to appeal ended on ${decision.last_day}`)
  if ((await countOpen(trx, anonymity, viewer)) >= appealLimits.open)
    throw conflict(`You have ${appealLimits.open} open appeals. Wait for an answer to one of them first.`)
  return insertAppeal(trx, viewer, { decision_id: decisionId, by: 'affected' }, words, decision.is_sealed)
}

async function countOpen(trx: Trx, anonymity: Anonymity, viewer: Viewer): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from moderation_actions as action join appeals as appeal
      on appeal.school_id = action.school_id and appeal.decision_id = action.id
    where ${await isAboutViewer(anonymity, viewer)} and appeal.state in ('open', 'claimed')`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Of a sealed author, neither ids nor times reveal more than the minute. */
async function insertAppeal(
  trx: Trx,
  viewer: Viewer,
  about: { by: 'affected' | 'reporter'; decision_id?: string; report_id?: string },
  words: string,
  isSealed: boolean,
): Promise<string> {
  const id = isSealed ? randomUUID() : newId()
  await trx
    .insertInto('appeals')
    .values({ school_id: viewer.schoolId, id, ...about, ...(isSealed ? { created_at: currentMinute } : {}) })
    .execute()
  await insertMessage(trx, { schoolId: viewer.schoolId, appealId: id }, words, {
    isModerator: false,
    authorId: isSealed ? null : viewer.id,
  })
  return id
}

/** Adds a message. A null author is a sealed one. */
export async function insertMessage(
  trx: Trx,
  { schoolId, appealId }: { readonly schoolId: string; readonly appealId: string },
  words: string,
  { isModerator, authorId }: { readonly isModerator: boolean; readonly authorId: string | null },
): Promise<AppealMessage> {
  const { rows } = await sql<AppealMessage>`
    insert into appeal_messages (school_id, id, appeal_id, from_moderator, author_id, text, created_at)
    values (${schoolId}, ${authorId ? newId() : randomUUID()}, ${appealId}, ${isModerator}, ${authorId}, ${words},
      ${authorId ? sql`now()` : currentMinute})
    returning id, from_moderator, text, floor(extract(epoch from created_at))::int8 as created_at`.execute(trx)
  if (!rows[0]) throw new Error('An insert without a row')
  return rows[0]
}

/** Locks an appeal that the viewer sent. Throws 404 for any other. */
async function lockOwn(trx: Trx, anonymity: Anonymity, viewer: Viewer, id: string) {
  const { rows } = await sql<{ state: string; is_sealed: boolean; decision_id: string | null }>`
    select appeal.state, coalesce(action.is_sealed, false) as is_sealed, appeal.decision_id
    from appeals as appeal
    left join moderation_actions as action on action.school_id = appeal.school_id and action.id = appeal.decision_id
    left join reports as report on report.school_id = appeal.school_id and report.id = appeal.report_id
    where appeal.school_id = ${viewer.schoolId} and appeal.id = ${id}
      and (${await isAboutViewer(anonymity, viewer)} or report.reporter_id = ${viewer.id})
    for update of appeal`.execute(trx)
  if (!rows[0]) throw notFound('Appeal not found')
  return rows[0]
}

/** The sides of the messages of an appeal, in order. */
export const listSides = (trx: Trx, schoolId: string, appealId: string) =>
  trx
    .selectFrom('appeal_messages')
    .where('school_id', '=', schoolId)
    .where('appeal_id', '=', appealId)
    .orderBy('created_at')
    .orderBy('id')
    .select('from_moderator')
    .execute()

/** Adds a message of the user to their appeal. Throws 409 out of turn and after the end. */
export async function writeMessage(
  trx: Trx,
  anonymity: Anonymity,
  viewer: Viewer,
  id: string,
  words: string,
): Promise<AppealMessage> {
  const appeal = await lockOwn(trx, anonymity, viewer, id)
  if (appeal.state !== 'open' && appeal.state !== 'claimed') throw closedAppeal()
  const sides = await listSides(trx, viewer.schoolId, id)
  if (!sides.at(-1)?.from_moderator) throw conflict('Please wait for an answer')
  if (!hasTurn(sides, false)) throw conflict(`You can write up to ${appealLimits.turns} messages`)
  const to = { schoolId: viewer.schoolId, appealId: id }
  return insertMessage(trx, to, words, { isModerator: false, authorId: appeal.is_sealed ? null : viewer.id })
}

/** Ends the user's own appeal. Throws 409 after its end. */
export async function withdrawAppeal(trx: Trx, anonymity: Anonymity, viewer: Viewer, id: string): Promise<void> {
  const appeal = await lockOwn(trx, anonymity, viewer, id)
  if (appeal.state !== 'open' && appeal.state !== 'claimed') throw closedAppeal()
  await trx
    .updateTable('appeals')
    .set({ state: 'withdrawn', claimed_by: null, claimed_by_name: null, claimed_until: null, decided_at: sql`now()` })
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .execute()
}

/** Asks for a second review of the viewer's own dismissed report, once. */
export async function askAgain(trx: Trx, viewer: Viewer, reportId: string, words: string): Promise<string> {
  const { rows } = await sql<{ status: string; is_over: boolean; is_reviewed: boolean; is_refused: boolean }>`
    select report.status, coalesce(report.settled_at <= now() - make_interval(days => ${reviewLimits.days}), false) as is_over,
      exists (select from appeals where appeals.school_id = report.school_id and appeals.report_id = report.id) as is_reviewed,
      ${isOftenDismissed(viewer)} as is_refused
    from reports as report
    where report.school_id = ${viewer.schoolId} and report.id = ${reportId} and report.reporter_id = ${viewer.id}
    for no key update of report`.execute(trx)
  const [report] = rows
  if (!report) throw notFound('Report not found')
  if (report.is_reviewed) throw conflict('A report can be reviewed a second time only once')
  if (report.status !== 'dismissed') throw conflict('Only a dismissed report can be reviewed again')
  if (report.is_over)
    throw gone(`A second review is possible within ${reviewLimits.days} days, and that time has ended`)
  if (report.is_refused) throw forbidden('Your last ten reports were dismissed, so this one is not reviewed again.')
  return insertAppeal(trx, viewer, { report_id: reportId, by: 'reporter' }, words, false)
}

/** Closes the open appeals of a user who deletes the account. */
export async function closeUserAppeals(trx: Trx, anonymity: Anonymity, viewer: Viewer): Promise<void> {
  await sql`update appeals as appeal
    set state = 'closed', claimed_by = null, claimed_by_name = null, claimed_until = null, decided_at = now()
    where appeal.school_id = ${viewer.schoolId} and appeal.state in ('open', 'claimed') and (
      appeal.decision_id in (select action.id from moderation_actions as action where ${await isAboutViewer(anonymity, viewer)})
      or appeal.report_id in (select id from reports where school_id = ${viewer.schoolId} and reporter_id = ${viewer.id}))`.execute(
    trx,
  )
}

/** Years that closed appeals are kept. */
const keptYears = 2

export const deleteOldAppeals = (db: Db): Promise<void> => {
  const isOld = sql<boolean>`decided_at < now() - make_interval(years => ${sql.lit(keptYears)})`
  return forEachDueSchool(db, sql`select school_id from appeals where ${isOld}`, (schoolId) =>
    db.deleteFrom('appeals').where('school_id', '=', schoolId).where(isOld).execute(),
  )
}
