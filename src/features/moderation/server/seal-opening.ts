// The only place that opens seals for moderators. The audit line is committed before the seal is opened, so that a
// later refusal or failure cannot roll it back. tests/seal-openings.test.ts enforces this for every caller.

import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { type Anonymity, isSealedText, type SealedItem } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { forbidden, limitReached } from '../../../shared/server/http/errors.ts'
import type { SealCategory } from '../content-contract.ts'

/** Minutes for which the name stays readable after an opening. */
const readableMinutes = 60
/** Openings per moderator within this number of days. */
const limit = { openings: 10, days: 7 }
/** Days until the author is notified if the case is not closed earlier. */
const noticeDays = 7
/** Categories that allow a moderator to open the seal of an item that no other user reported. */
const unreported: readonly SealCategory[] = ['danger', 'law']

type Tools = { readonly db: Db; readonly anonymity: Anonymity }
/** `text` is the text attributed to the author: the current text, or the copy in a report. */
type SealedText = SealedItem & { readonly seal: Buffer; readonly text: string }

type Opening = {
  readonly item: SealedText
  readonly category: SealCategory
  readonly reason: string
  /** Action in the audit log. */
  readonly action: 'content.reveal' | 'report.unseal'
  /** Target in the audit log: the item or its report. */
  readonly target: { readonly type: string; readonly id: string }
}

export type OpenedAuthor = {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The text was changed in the database after it was sealed. It may not be the author's. */
  readonly text_changed: boolean
}

/**
 * Records and commits the opening of one seal, then opens it. Returns undefined when the account is deleted. Throws 403
 * when only the moderator reported the item, 429 above the weekly limit. The same moderator can read the name again for
 * 60 minutes: logged, but not counted. Must not run in a transaction.
 */
export async function openSeal(tools: Tools, by: AuditActor, opening: Opening): Promise<OpenedAuthor | undefined> {
  const { item, action, category, reason, target } = opening
  requireOwnTransaction(tools.db)
  await withUserTransaction(tools.db, by, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('seal openings ' || ${by.id}, 0))`.execute(trx)
    const request = (await findOpenRequest(trx, by, item)) ?? (await createRequest(trx, by, opening))
    const detail = { category, reason, request }
    await recordAudit(trx, by, { action, school: item.schoolId, target, detail })
  })
  const [author] = await unsealAll(tools, [item])
  return author
}

export type ReadableSeal = { readonly author: OpenedAuthor | undefined; readonly until: number }

/**
 * Reads again the authors that this moderator unsealed within the last 60 minutes; other items stay sealed. Writes an
 * audit line per name. Returns the authors by the index of their item.
 */
export async function readOpenSeals(
  { db, anonymity }: Tools,
  by: AuditActor,
  items: readonly SealedText[],
): Promise<Map<number, ReadableSeal>> {
  if (items.length === 0) return new Map()
  requireOwnTransaction(db)
  const { rows: open } = await sql<{ index: number; id: string; until: number }>`
    select item.index::int as index, request.id, floor(extract(epoch from request.closes_at))::int8 as until
    from unnest(${items.map(({ schoolId }) => schoolId)}::uuid[], ${items.map(({ kind }) => kind)}::text[],
      ${items.map(({ id }) => id)}::uuid[]) with ordinality as item (school_id, kind, content_id, index)
    cross join lateral (
      select id, closes_at from seal_requests as request
      where request.school_id = item.school_id and request.kind = item.kind and request.content_id = item.content_id
        and request.requested_by = ${by.id} and request.closes_at > now()
      order by closes_at desc limit 1
    ) as request`.execute(db)
  const readable = open.flatMap(({ index, id, until }) => {
    const item = items[index - 1]
    return item ? [{ index: index - 1, item, id, until }] : []
  })
  if (readable.length === 0) return new Map()
  const acts = readable.map(({ item, id }) => ({
    action: 'seal.read',
    school: item.schoolId,
    target: { type: item.kind, id: item.id },
    detail: { request: id },
  }))
  await withUserTransaction(db, by, (trx) => recordAudit(trx, by, ...acts))
  const authors = await unsealAll(
    { db, anonymity },
    readable.map(({ item }) => item),
  )
  return new Map(readable.map(({ index, until }, position) => [index, { author: authors[position], until }]))
}

/** A surrounding transaction could roll back the audit line. */
function requireOwnTransaction(db: Db): void {
  if (db.isTransaction)
    throw new Error('A seal is opened outside of any transaction: its audit line is committed first.')
}

const findOpenRequest = async (trx: Trx, by: AuditActor, item: SealedItem): Promise<string | undefined> => {
  const request = await trx
    .selectFrom('seal_requests')
    .where('school_id', '=', item.schoolId)
    .where('kind', '=', item.kind)
    .where('content_id', '=', item.id)
    .where('requested_by', '=', by.id)
    .where('closes_at', '>', sql<Date>`now()`)
    .select('id')
    .executeTakeFirst()
  return request?.id
}

async function createRequest(trx: Trx, by: AuditActor, { item, category, reason }: Opening): Promise<string> {
  if (!unreported.includes(category)) await requireReportByOther(trx, by, item)
  await requireRoomThisWeek(trx, by)
  const id = newId()
  await trx
    .insertInto('seal_requests')
    .values({
      school_id: item.schoolId,
      id,
      kind: item.kind,
      content_id: item.id,
      category,
      reason,
      requested_by: by.id,
      requested_by_name: by.name,
      opened_at: sql<Date>`now()`,
      closes_at: sql<Date>`now() + make_interval(mins => ${readableMinutes})`,
      notice_due: sql<Date>`now() + make_interval(days => ${noticeDays})`,
      author_seal: item.seal,
    })
    .execute()
  return id
}

/** Otherwise a moderator could report an item only to be allowed to open it. */
async function requireReportByOther(trx: Trx, by: AuditActor, item: SealedItem): Promise<void> {
  const report = await trx
    .selectFrom('reports')
    .where('school_id', '=', item.schoolId)
    .where('kind', '=', item.kind)
    .where('content_id', '=', item.id)
    .where((eb) => eb.or([eb('reporter_id', 'is', null), eb('reporter_id', '<>', by.id)]))
    .select('id')
    .executeTakeFirst()
  if (!report) throw forbidden('You can reveal this author once someone else has reported it.')
}

async function requireRoomThisWeek(trx: Trx, by: AuditActor): Promise<void> {
  const { rows } = await sql<{ count: number; wait: number }>`
    select count(*)::int8 as count,
      coalesce(greatest(1, ceil(extract(epoch from min(opened_at) + make_interval(days => ${limit.days}) - now()))), 1)::int8 as wait
    from (
      select opened_at from seal_requests
      where requested_by = ${by.id} and opened_at > now() - make_interval(days => ${limit.days})
      order by opened_at desc limit ${limit.openings}
    ) as lately`.execute(trx)
  const [{ count, wait } = { count: 0, wait: 1 }] = rows
  if (count >= limit.openings)
    throw limitReached(`You can reveal up to ${limit.openings} authors in ${limit.days} days. Try again later.`, wait)
}

/** Opens these seals, each bound to its item. Undefined for a seal that cannot be opened or whose account is deleted. */
async function unsealAll(
  { db, anonymity }: Tools,
  items: readonly SealedText[],
): Promise<(OpenedAuthor | undefined)[]> {
  const contents = await Promise.all(
    items.map(({ seal, text: _, ...item }) => anonymity.unsealContent(seal, item).catch(() => undefined)),
  )
  const known = contents.flatMap((content) => content?.authorId ?? [])
  if (known.length === 0) return items.map(() => undefined)
  const people = await db
    .selectFrom('users')
    .where('school_id', 'in', [...new Set(items.map(({ schoolId }) => schoolId))])
    .where('id', 'in', known)
    .select(['id', 'name', 'email'])
    .execute()
  return contents.map((content, index) => {
    const person = people.find(({ id }) => id === content?.authorId)
    const text = items[index]?.text ?? ''
    return person && content && { ...person, text_changed: !isSealedText(content, text) }
  })
}
