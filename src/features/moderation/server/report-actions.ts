import { sql } from 'kysely'
import { plural } from '../../../shared/plural.ts'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolsOfRows } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { setUploadsHeld } from '../../media/server/actions.ts'
import type { ReportInput } from '../report-contract.ts'
import type { ContentType, Snapshot } from './content-types.ts'

type ReportTarget = { readonly kind: ContentType; readonly id: string; readonly anonymity: Anonymity }

/**
 * Stores a report with a snapshot of the item. One report per user and item. Users cannot report what they wrote under
 * their own name. The images of what is reported as intimate are hidden in the same transaction. Returns whether they are.
 */
export const fileReport = async (
  trx: Trx,
  viewer: Viewer,
  { kind: of, id: contentId, anonymity }: ReportTarget,
  input: ReportInput,
): Promise<{ readonly held: Snapshot | undefined }> => {
  const { schoolId } = viewer
  const read = async () =>
    (await of.snapshot(trx, schoolId, contentId)) ??
    (await of.report?.snapshotOfCopy?.(trx, anonymity, viewer, contentId))
  const thing = await read()
  if (!thing) throw notFound()
  // Anyone may report a sealed item, its author included: a refusal would reveal authorship to anyone who sees the
  // screen.
  if (!thing.seal && thing.authorId === viewer.id) throw forbidden(`You can’t report your own ${of.label}.`)
  const id = newId()
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('reports')
    .values({
      school_id: schoolId,
      id,
      reporter_id: viewer.id,
      kind: of.kind,
      content_id: contentId,
      reason: input.reason,
      description: input.description || input.details || null,
      urgent: input.urgent ?? null,
      title: thing.title ?? null,
      content: thing.text,
      author_id: thing.authorId,
      author_seal: thing.seal,
      sealed_mode: thing.sealedMode ?? null,
    })
    .onConflict((same) => same.columns(['school_id', 'kind', 'content_id', 'reporter_id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) {
    throw conflict(of.repeatedReport ?? `You have already reported this ${of.label}`)
  }
  const isWhole = await keepReportedImages(trx, schoolId, id, thing.images)
  if (!isWhole && !(await read())) throw notFound() // deleted since the first read
  const isHeld = input.urgent === 'intimate' && thing.images.length > 0 && (await canHoldImages(trx, viewer))
  if (isHeld) await setUploadsHeld(trx, schoolId, sql`${imagesOfReports(schoolId, [id])}`, true)
  return { held: isHeld ? thing : undefined }
}

/**
 * Stores a report without a reporter, by a rule of the school. Returns false while an earlier one about the item waits, and
 * when the item is gone.
 */
export async function fileAutomaticReport(
  trx: Trx,
  schoolId: string,
  of: ContentType,
  contentId: string,
  description: string,
): Promise<boolean> {
  const { rows } = await sql`select from reports where school_id = ${schoolId} and kind = ${of.kind}
    and content_id = ${contentId} and reporter_id is null and status = 'pending'`.execute(trx)
  if (rows.length > 0) return false
  return (await fileUnsignedReport(trx, schoolId, of, contentId, { reason: 'other', description })) !== undefined
}

type UnsignedReport = Pick<ReportInput, 'reason' | 'urgent'> & { readonly description: string }

/** Stores a report without a reporter and returns its id. Undefined when the item is gone. Hides no image. */
export async function fileUnsignedReport(
  trx: Trx,
  schoolId: string,
  of: ContentType,
  contentId: string,
  { reason, urgent, description }: UnsignedReport,
): Promise<string | undefined> {
  const thing = await of.snapshot(trx, schoolId, contentId)
  if (!thing) return undefined
  const id = newId()
  await trx
    .insertInto('reports')
    .values({
      ...{ school_id: schoolId, id, kind: of.kind, content_id: contentId, reason, description, urgent: urgent ?? null },
      ...{ title: thing.title ?? null, content: thing.text, author_id: thing.authorId, author_seal: thing.seal },
      sealed_mode: thing.sealedMode ?? null,
    })
    .execute()
  await keepReportedImages(trx, schoolId, id, thing.images)
  return id
}

/** Of a user: claims in seven days that hide images before a moderator looks, and dismissed claims after which none do. */
const holds = { perWeek: 3, dismissed: 2 }

/** Whether a claim of this user hides images before a moderator looked. The report that is being stored counts. */
async function canHoldImages(trx: Trx, { schoolId, id }: Viewer): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select count(*) filter (where created_at > now() - interval '7 days') <= ${holds.perWeek}
      and count(*) filter (where status = 'dismissed') < ${holds.dismissed} as may
    from reports where school_id = ${schoolId} and reporter_id = ${id} and urgent = 'intimate'`.execute(trx)
  return rows[0]?.may ?? false
}

/** SQL of the names of the images of these reports. */
const imagesOfReports = (schoolId: string, ids: readonly string[]) =>
  sql`select name from report_images where school_id = ${schoolId} and report_id = any (${ids}::uuid[])`

/** Keeps these images until the report is deleted. Locks them first and returns false when some no longer exist. */
async function keepReportedImages(trx: Trx, schoolId: string, report: string, urls: readonly string[]) {
  const names = urls.flatMap((url) => /^\/media\/([A-Za-z0-9_-]{32})\.\w+$/.exec(url)?.[1] ?? [])
  if (names.length === 0) return true
  const { numAffectedRows } = await sql`
    with kept as (select name from uploads where school_id = ${schoolId} and name = any(${names}::text[]) for key share)
    insert into report_images (school_id, report_id, position, name)
    select ${schoolId}, ${report}, array_position(${names}::text[], name), name from kept`.execute(trx)
  return Number(numAffectedRows) === names.length
}

export type NewStatus = 'resolved' | 'dismissed'

/** Closes one pending report and returns it. Throws 404 outside the scope, 409 when it is already closed. */
export const closeReport = async (
  trx: Trx,
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  status: NewStatus,
): Promise<LockedReport> => {
  const [report] = await lockReports(trx, scope, [id])
  if (!report) throw notFound('Report not found')
  if (report.status !== 'pending') throw conflict(`This report is already ${report.status}.`)
  await closeLockedReports(trx, by, [report], status)
  return report
}

/**
 * Closes the pending ones among these reports and returns them. Changes nothing when one is unknown or outside the
 * scope.
 */
export const closeReports = async (
  trx: Trx,
  by: AuditActor,
  scope: SchoolScope,
  ids: readonly string[],
  status: NewStatus,
): Promise<readonly LockedReport[]> => {
  const asked = [...new Set(ids)]
  const found = await lockReports(trx, scope, asked)
  if (found.length < asked.length) throw someMissing('report', asked.length - found.length, asked.length)
  const pending = found.filter((report) => report.status === 'pending')
  await closeLockedReports(trx, by, pending, status)
  return pending
}

/** Error for a bulk action that was not executed because some of its items do not exist. */
export const someMissing = (what: string, missing: number, asked: number) =>
  notFound(`We couldn’t find ${missing} of ${plural(asked, what)}, so nothing was changed.`)

export type LockedReport = {
  readonly id: string
  readonly school_id: string
  readonly status: string
  readonly author_id: string | null
}

/**
 * Locks the reports within the scope in a fixed order, so that concurrent closings wait for each other instead of
 * deadlocking.
 */
export async function lockReports(trx: Trx, scope: SchoolScope, ids: readonly string[]): Promise<LockedReport[]> {
  const locked: LockedReport[] = []
  for (const [school, some] of await findSchoolsOfRows(trx, scope, 'reports', ids)) {
    if (some.length === 0) continue
    // Their cases first, as the settlement of a case does.
    await sql`select from cases where school_id = ${school} and id in (
      select case_id from reports where reports.school_id = ${school} and id = any (${[...some]}::uuid[]))
      order by id for update`.execute(trx)
    const reports = await trx
      .selectFrom('reports')
      .where('school_id', '=', school)
      .where('id', 'in', [...some])
      .select(['id', 'school_id', 'status', 'author_id'])
      .orderBy('id')
      .forUpdate()
      .execute()
    locked.push(...reports)
  }
  return locked
}

/** Closes reports that the caller locked and that are pending. */
export async function closeLockedReports(
  trx: Trx,
  by: AuditActor,
  reports: readonly LockedReport[],
  status: NewStatus,
) {
  if (reports.length === 0) return
  if (reports.some(({ author_id }) => author_id === by.id)) throw forbidden('You can’t close a report about yourself.')
  for (const [schoolId, closed] of Map.groupBy(reports, ({ school_id }) => school_id)) {
    await trx
      .updateTable('reports')
      .set({ status, settled_at: sql`now()`, settled_by: by.id, settled_by_name: by.name })
      .where('school_id', '=', schoolId)
      .where(
        'id',
        'in',
        closed.map(({ id }) => id),
      )
      .execute()
    if (status === 'dismissed') await releaseHeldImages(trx, schoolId, closed)
  }
  const acts = reports.map(({ id, school_id }) => ({
    action: `report.${status}`,
    school: school_id,
    target: { type: 'report', id },
  }))
  await recordAudit(trx, by, ...acts)
}

/** Shows the images again that were hidden because of these reports, unless another report of an intimate image waits. */
const releaseHeldImages = (trx: Trx, schoolId: string, reports: readonly LockedReport[]) =>
  setUploadsHeld(
    trx,
    schoolId,
    sql`${imagesOfReports(
      schoolId,
      reports.map(({ id }) => id),
    )} except select waiting.name from report_images as waiting join reports on reports.school_id = waiting.school_id
      and reports.id = waiting.report_id where waiting.school_id = ${schoolId} and status = 'pending' and urgent = 'intimate'`,
    false,
  )

/** Opens a dismissed report again, after a second review. */
export const reopenReport = (trx: Trx, schoolId: string, id: string) =>
  trx
    .updateTable('reports')
    .set({ status: 'pending', settled_at: null, settled_by: null, settled_by_name: null })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('status', '=', 'dismissed')
    .execute()
