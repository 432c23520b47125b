// The one place that opens seals for people. No seal is opened before its line in the audit log is committed, so that neither
// a refusal nor a failure afterwards takes the line away. tests/seal-openings.test.ts holds every caller to that.
import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { withUserTransaction } from '../../../shared/server/auth/viewer.ts'
import { type Anonymity, isSealedText, type SealedItem } from '../../../shared/server/crypto/anonymity.ts'
import { type Db, newId } from '../../../shared/server/db/db.ts'
import { forbidden, limitReached } from '../../../shared/server/http/errors.ts'
import type { SealCategory } from '../contract.ts'

/** Minutes for which the name can be read after an opening. */
const readableMinutes = 60
/** Openings of one moderator within these days. */
const limit = { openings: 10, days: 7 }
/** Days after which the author is told, when the case is not closed before. */
const noticeDays = 7
/** Categories in which a moderator opens the seal of something that nobody else reported. */
const unreported: readonly SealCategory[] = ['danger', 'law']

type Tools = { readonly db: Db; readonly anonymity: Anonymity }
/** With the text that is ascribed to the author: as it is now, or as a report keeps it. */
type Sealed = SealedItem & { readonly seal: Buffer; readonly text: string }

type Opening = {
  readonly item: Sealed
  readonly category: SealCategory
  readonly reason: string
  /** What the audit log calls it. */
  readonly action: 'content.reveal' | 'report.unseal'
  /** What the audit log names: the item, or the report of it. */
  readonly target: { readonly type: string; readonly id: string }
}

export type OpenedAuthor = {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Somebody has put other words below the seal, in the database: these may not be the author's. */
  readonly text_changed: boolean
}

/**
 * Opens one seal for a moderator: records the opening and commits it, then opens. Undefined when the account is gone.
 * Throws 403 when only the moderator reported the item, 429 after the openings of a week. Within 60 minutes the same moderator
 * reads the name again; that writes a line, too, but counts as no further opening. Never inside of a transaction.
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
 * Reads again what this moderator has opened within the last 60 minutes, of the items given; all others stay closed. Every
 * name that is read is a line in the audit log. Returns the authors by the index of their item.
 */
export async function readOpenSeals(
  { db, anonymity }: Tools,
  by: AuditActor,
  items: readonly Sealed[],
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

/** A line that is rolled back with what follows it would be no line. */
function requireOwnTransaction(db: Db): void {
  if (db.isTransaction)
    throw new Error('A seal is opened outside of any transaction: its audit line is committed first.')
}

const findOpenRequest = async (trx: Db, by: AuditActor, item: SealedItem): Promise<string | undefined> => {
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

async function createRequest(trx: Db, by: AuditActor, { item, category, reason }: Opening): Promise<string> {
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

/** Else a moderator could report what they want to open, and open it because it is reported. */
async function requireReportByOther(trx: Db, by: AuditActor, item: SealedItem): Promise<void> {
  const report = await trx
    .selectFrom('reports')
    .where('school_id', '=', item.schoolId)
    .where('kind', '=', item.kind)
    .where('content_id', '=', item.id)
    .where((eb) => eb.or([eb('reporter_id', 'is', null), eb('reporter_id', '<>', by.id)]))
    .select('id')
    .executeTakeFirst()
  if (!report) throw forbidden('You can open this seal once somebody else has reported it.')
}

async function requireRoomThisWeek(trx: Db, by: AuditActor): Promise<void> {
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
    throw limitReached(`A moderator opens at most ${limit.openings} seals in ${limit.days} days.`, wait)
}

/** Who wrote these, each bound to its item; undefined for a seal that does not open, or whose account is gone. */
async function unsealAll({ db, anonymity }: Tools, items: readonly Sealed[]): Promise<(OpenedAuthor | undefined)[]> {
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
