// The only place that opens seals for moderators. The audit line is committed before the seal is opened, so that a
// later refusal or failure cannot roll it back. tests/seal-openings.test.ts enforces this for every caller.

import { sql } from 'kysely'
import { needsSecondPerson, type SealMode } from '../../../shared/seal-modes.ts'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import {
  type Anonymity,
  isSealedText,
  type SealedItem,
  SealQuotaError,
} from '../../../shared/server/crypto/anonymity.ts'
import { assertAuthorKnown, findKnown } from '../../../shared/server/crypto/epoch-destruction.ts'
import { authorEnded } from '../../../shared/server/crypto/epoch-store.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { forbidden, limitReached } from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { KeysUnavailableError } from '../../../shared/server/keys/client.ts'
import type { SealCategory } from '../seal-contract.ts'
import {
  effectiveMode,
  findSealMode,
  insertRequest,
  isReadableIn,
  isReader,
  readableMinutes,
  sealClosed,
} from './seal-request-rows.ts'

/** Openings that a moderator makes alone within this number of days. */
const limit = { openings: 10, days: 7 }
/** Categories that allow a moderator to open the seal of an item that no other user reported. */
const unreported: readonly SealCategory[] = ['danger', 'law']

type Tools = { readonly db: Db; readonly anonymity: Anonymity }
/** `text` is the text attributed to the author: the current text, or the copy in a report. */
export type SealedText = SealedItem & {
  readonly seal: Buffer
  readonly text: string
  /** Null or absent: the default. */
  readonly sealedMode?: SealMode | null
}

type Opening = {
  readonly item: SealedText
  readonly category: SealCategory
  readonly reason: string
  /** Action in the audit log. */
  readonly action: 'content.reveal' | 'report.unseal'
  /** Target in the audit log: the item or its report. */
  readonly target: { readonly type: string; readonly id: string }
}

/** A cell that vouched for invented administrators would learn the authors of all others. */
const otherCell =
  'This opens a seal of a school in another cell. An administrator with an account in that cell has to do it.'

export type OpenedAuthor = {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The text was changed in the database after it was sealed. It may not be the author's. */
  readonly text_changed: boolean
}

/**
 * Records and commits the opening of one seal, then opens it. Returns undefined when the account is deleted. Throws 409
 * `seal_closed` where one person does not open seals alone, unless two have opened this one; 410 when authorship has ended,
 * 403 when only the moderator reported the item, 429 above the weekly limit. The same moderator can read the name again for
 * 60 minutes: logged, but not counted. Must not run in a transaction.
 */
export async function openSeal(tools: Tools, by: AuditActor, opening: Opening): Promise<OpenedAuthor | undefined> {
  const { item, action, category, reason, target } = opening
  if (by.vouched) throw forbidden(otherCell)
  requireOwnTransaction(tools.db)
  const opened = await withUserTransaction(tools.db, by, async (trx) => {
    await lockOpenings(trx, by)
    await assertAuthorKnown(trx, item.schoolId, item.seal)
    const mode = await findSealMode(trx, item)
    const earlier = await findOpenRequest(trx, by, item, mode)
    const request = earlier ?? (await openAlone(trx, by, opening, mode))
    const detail = { category, reason, request }
    await recordAudit(trx, by, { action, school: item.schoolId, target, detail })
    return earlier ? undefined : request
  })
  const withdraw = async () => {
    if (opened) await withdrawOpening(tools.db, by, item.schoolId, opened)
  }
  const author = await unsealOne(tools, item).catch(async (error) => {
    if (error instanceof SealQuotaError) await withdraw()
    throw error
  })
  if (author || !(await tools.anonymity.hasEnded(item.schoolId, item.seal))) return author
  await withdraw() // the key was destroyed since
  throw authorEnded()
}

/** No name was read: the author is not notified, and it does not count against the weekly limit. The audit line stays. */
const withdrawOpening = (db: Db, by: AuditActor, schoolId: string, id: string) =>
  withTransaction(db, async (trx) => {
    await trx.deleteFrom('seal_requests').where('school_id', '=', schoolId).where('id', '=', id).execute()
    await trx
      .deleteFrom('lone_openings')
      .where('school_id', '=', by.schoolId)
      .where('user_id', '=', by.id)
      .where('request_id', '=', id)
      .execute()
  })

export type ReadableSeal = { readonly author: OpenedAuthor | undefined; readonly until: number }

/** `isListed`: in the mode `list`, for an item that another user reported. */
export type ListedText = SealedText & { readonly isListed: boolean }

/**
 * Reads the authors that this moderator opened, alone or with another person, within the last 60 minutes, and those of
 * listed items; other items stay sealed. Writes an audit line per name. Returns the authors by the index of their item.
 */
export async function readOpenSeals(
  { db, anonymity }: Tools,
  by: AuditActor,
  items: readonly ListedText[],
): Promise<Map<number, ReadableSeal>> {
  if (items.length === 0 || by.vouched) return new Map()
  requireOwnTransaction(db)
  const open: { index: number; id: string; until: number }[] = []
  const ended = new Set<number>()
  const numbered = items.map((item, index) => ({ ...item, index: index + 1 }))
  for (const [schoolId, some] of Map.groupBy(numbered, (item) => item.schoolId)) {
    const { rows } = await sql<{ index: number; id: string; until: number }>`
      select item.index, request.id, floor(extract(epoch from request.closes_at))::int8 as until
      from unnest(${some.map(({ index }) => index)}::int[], ${some.map(({ kind }) => kind)}::text[],
        ${some.map(({ id }) => id)}::uuid[], ${some.map(({ sealedMode }) => sealedMode ?? null)}::text[])
        as item (index, kind, content_id, sealed_mode)
      cross join lateral (
        select id, closes_at from seal_requests as request
        where request.school_id = ${schoolId} and request.kind = item.kind and request.content_id = item.content_id
          and ${isReader(by)} and request.closes_at > now()
          and ${isReadableIn(effectiveMode(sql`${schoolId}::uuid`, sql`item.sealed_mode`))}
        order by closes_at desc limit 1
      ) as request`.execute(db)
    open.push(...rows)
    const known = await findKnown(
      db,
      schoolId,
      some.map(({ seal }) => seal),
    )
    for (const [position, { index }] of some.entries()) if (!known[position]) ended.add(index - 1)
  }
  const listedUntil = Math.floor(Date.now() / 1000) + readableMinutes * 60
  type Readable = { index: number; item: ListedText; detail: Readonly<Record<string, unknown>>; until: number }
  const readable = items.flatMap((item, index): Readable[] => {
    const request = open.find((one) => one.index - 1 === index)
    if (ended.has(index)) return []
    if (request) return [{ index, item, detail: { request: request.id }, until: request.until }]
    return item.isListed ? [{ index, item, detail: { mode: 'list' }, until: listedUntil }] : []
  })
  if (readable.length === 0) return new Map()
  await recordReadings(db, by, readable)
  const authors = await unsealAll(
    { db, anonymity },
    readable.map(({ item }) => item),
  )
  return new Map(
    readable.flatMap(({ index, until }, position) => {
      const author = authors[position]
      return author === overQuota ? [] : [[index, { author, until }]]
    }),
  )
}

/** Reads the author of one item whose opening the caller has checked. Writes an audit line first. */
export async function readAuthor(
  { db, anonymity }: Tools,
  by: AuditActor,
  item: SealedText,
  request: string,
): Promise<OpenedAuthor | undefined> {
  requireOwnTransaction(db)
  await recordReadings(db, by, [{ item, detail: { request } }])
  return unsealOne({ db, anonymity }, item)
}

const recordReadings = (
  db: Db,
  by: AuditActor,
  readings: readonly { readonly item: SealedText; readonly detail: Readonly<Record<string, unknown>> }[],
) => {
  const acts = readings.map(({ item, detail }) => ({
    action: 'seal.read',
    school: item.schoolId,
    target: { type: item.kind, id: item.id },
    detail,
  }))
  return withUserTransaction(db, by, (trx) => recordAudit(trx, by, ...acts))
}

/** A surrounding transaction could roll back the audit line. */
function requireOwnTransaction(db: Db): void {
  if (db.isTransaction)
    throw new Error('A seal is opened outside of any transaction: its audit line is committed first.')
}

/** Serializes the openings of one moderator, so that the weekly limit holds for concurrent ones. */
export const lockOpenings = (trx: Trx, by: AuditActor) =>
  sql`select pg_advisory_xact_lock(hashtextextended('seal openings ' || ${by.id}, 0))`.execute(trx)

/** The opening whose name this moderator can still read. */
export async function findOpenRequest(
  trx: Trx,
  by: AuditActor,
  item: SealedItem,
  mode: SealMode,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from seal_requests as request
    where school_id = ${item.schoolId} and kind = ${item.kind} and content_id = ${item.id} and ${isReader(by)}
      and closes_at > now() and ${isReadableIn(sql`${mode}::text`)} limit 1`.execute(trx)
  return rows[0]?.id
}

/** Throws 409 where one person does not open seals alone. */
async function openAlone(trx: Trx, by: AuditActor, opening: Opening, mode: SealMode): Promise<string> {
  if (mode === 'none' || needsSecondPerson(mode))
    throw sealClosed(mode, opening.action === 'content.reveal' ? 'reveal' : 'sanction')
  await assertReported(trx, by, opening.item, opening.category)
  await assertRoomThisWeek(trx, by)
  return insertRequest(trx, by, { ...opening, mode, state: 'opened' })
}

/** Otherwise a moderator could report an item only to be allowed to open it. */
export async function assertReported(
  trx: Trx,
  by: AuditActor,
  item: SealedItem,
  category: SealCategory,
): Promise<void> {
  if (unreported.includes(category)) return
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

/** Throws 429 above the weekly limit. The openings of all schools are counted in the moderator's own one. */
export async function assertRoomThisWeek(trx: Trx, by: AuditActor): Promise<void> {
  const { rows: lately } = await sql<{ wait: number }>`
    select ceil(extract(epoch from opened_at + make_interval(days => ${limit.days}) - now()))::int8 as wait from lone_openings
    where school_id = ${by.schoolId} and user_id = ${by.id} and opened_at > now() - make_interval(days => ${limit.days})
    order by opened_at desc limit ${limit.openings}`.execute(trx)
  if (lately.length >= limit.openings)
    throw limitReached(
      `You can reveal up to ${limit.openings} authors in ${limit.days} days. Try again later.`,
      Math.max(1, lately.at(-1)?.wait ?? 1),
    )
}

export const loneOpeningRetention: RetentionRule = {
  table: 'lone_openings',
  column: 'opened_at',
  keptFor: `${limit.days} days`,
}

/** The key process opened too many seals of the school today: this one stays sealed. */
const overQuota = Symbol('over quota')

async function unsealOne(tools: Tools, item: SealedText): Promise<OpenedAuthor | undefined> {
  const [author] = await unsealAll(tools, [item])
  if (author === overQuota) throw new SealQuotaError()
  return author
}

/** Opens these seals, each bound to its item. Undefined for a seal that cannot be opened or whose account is deleted. */
async function unsealAll(
  { db, anonymity }: Tools,
  items: readonly SealedText[],
): Promise<(OpenedAuthor | undefined | typeof overQuota)[]> {
  const open = ({ seal, schoolId, kind, id }: SealedText) =>
    anonymity.unsealContent(seal, { schoolId, kind, id }).catch((error) => {
      if (error instanceof KeysUnavailableError) throw error
      return error instanceof SealQuotaError ? overQuota : undefined
    })
  const contents = await Promise.all(items.map(open))
  const known = contents.flatMap((content) => (typeof content === 'object' ? content.authorId : []))
  if (known.length === 0) return contents.map((content) => (content === overQuota ? overQuota : undefined))
  const people: { id: string; name: string; email: string }[] = []
  for (const school of new Set(items.map(({ schoolId }) => schoolId))) {
    const some = await db
      .selectFrom('users')
      .where('school_id', '=', school)
      .where('id', 'in', known)
      .select(['id', 'name', 'email'])
      .execute()
    people.push(...some)
  }
  return contents.map((content, index) => {
    if (content === overQuota) return overQuota
    const person = people.find(({ id }) => id === content?.authorId)
    const text = items[index]?.text ?? ''
    return person && content && { ...person, text_changed: !isSealedText(content, text) }
  })
}
