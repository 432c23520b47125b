import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import {
  badRequest,
  conflict,
  conflictWith,
  forbidden,
  HttpError,
  notFound,
} from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { noBlockBetween } from '../../people/server/queries.ts'
import { codeMessage, parseCode, toDigits, toMinute, toQrText } from '../check-in-codes.ts'
import { type CheckIn, type CheckInResult, checkInLimits, checkIns, type Scan } from '../check-in-contract.ts'
import { alreadyCancelled } from './actions.ts'
import { canChange, isCancelled } from './policy.ts'
import type { EventRow } from './queries.ts'

export const checkInRetention: RetentionRule = { table: 'event_check_ins', column: 'at', keptFor: '1 year' }

const hour = 3600
const keyBytes = 16
const posterLength = 10
/** Seconds by which the clock of a scanning device may be ahead. */
const maxAhead = 120

type Person = {
  readonly id: string
  readonly name: string
  readonly avatar: string | null
  readonly at: number | null
  readonly contest: string | null
}

const now = () => Math.floor(Date.now() / 1000)

const toWindow = ({ start_date, end_date }: EventRow) => ({
  opens_at: start_date - checkInLimits.hoursAround * hour,
  closes_at: end_date + checkInLimits.hoursAround * hour,
})
const isWithin = (event: EventRow, at: number) => at >= toWindow(event).opens_at && at <= toWindow(event).closes_at

const attendeeKey = async (anonymity: Anonymity, eventId: string, userId: string): Promise<Buffer> =>
  (await anonymity.keyedHash('check-in', eventId, userId)).subarray(0, keyBytes)

const toCode = (key: Buffer, minute: number) => toDigits(createHmac('sha256', key).update(codeMessage(minute)).digest())

const isCodeAt = (key: Buffer, digits: string, at: number) =>
  [toMinute(at), toMinute(at) - 1].some((minute) => toCode(key, minute) === digits)

const posterCode = async (anonymity: Anonymity, eventId: string) =>
  (await anonymity.keyedHash('check-in poster', eventId)).toString('hex').slice(0, posterLength)

/** The own code of an attendee and the list of an organizer. Throws 403 for others. */
export async function showCheckIn(db: Db, anonymity: Anonymity, viewer: Viewer, event: EventRow): Promise<CheckIn> {
  const organizes = canChange(viewer, event)
  if (!organizes && !event.is_attending) throw forbidden('Only people who are going can check in.')
  const isOpen = isWithin(event, now()) && !isCancelled(event)
  return {
    ...toWindow(event),
    own: event.is_attending ? await loadOwn(db, anonymity, viewer, event, isOpen) : null,
    list: organizes ? await loadList(db, anonymity, viewer, event, isOpen) : null,
  }
}

async function loadOwn(db: Db, anonymity: Anonymity, viewer: Viewer, { id }: EventRow, isOpen: boolean) {
  const { rows } = await sql<{ at: number }>`select floor(extract(epoch from at))::int8 as at from event_check_ins
    where school_id = ${viewer.schoolId} and event_id = ${id} and user_id = ${viewer.id}`.execute(db)
  const minute = toMinute(now())
  const code = isOpen ? toCode(await attendeeKey(anonymity, id, viewer.id), minute) : null
  return { code, qr: code && toQrText(viewer.id, code), until: (minute + 1) * 60, checked_in_at: rows[0]?.at ?? null }
}

async function loadList(db: Db, anonymity: Anonymity, viewer: Viewer, event: EventRow, isOpen: boolean) {
  const people = await listPeople(db, viewer, event.id)
  const attendees = await Promise.all(
    people.map(async ({ at, ...person }) => ({
      ...person,
      key: isOpen ? (await attendeeKey(anonymity, event.id, person.id)).toString('base64url') : null,
      checked_in_at: at,
    })),
  )
  const { rows } = await sql<{ count: number }>`select count(*)::int8 as count from event_check_ins
    where school_id = ${viewer.schoolId} and event_id = ${event.id}`.execute(db)
  return {
    attendees,
    count: event.attendees_count,
    checked_in: rows[0]?.count ?? 0,
    poster: event.attendees_count <= checkInLimits.poster ? await posterCode(anonymity, event.id) : null,
  }
}

/** The attendees that this organizer may see, by name, and the ids among them if given. */
export async function listPeople(db: Db, viewer: Viewer, eventId: string, ids?: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select users.id, users.name, users.avatar_url as avatar, floor(extract(epoch from present.at))::int8 as at,
      case when present.at is null then contest.text end as contest
    from event_attendees as seat
    join users on users.school_id = seat.school_id and users.id = seat.user_id and users.deleted_at is null
    left join event_check_ins as present on present.school_id = seat.school_id and present.event_id = seat.event_id
      and present.user_id = seat.user_id
    left join event_no_show_contests as contest on contest.school_id = seat.school_id and contest.event_id = seat.event_id
      and contest.user_id = seat.user_id
    where seat.school_id = ${viewer.schoolId} and seat.event_id = ${eventId} and ${noBlockBetween(viewer, 'users.id')}
      ${ids ? sql`and users.id = any(${ids}::uuid[])` : sql``}
    order by lower(users.name), users.id limit ${checkInLimits.listed}`.execute(db)
  return rows
}

const invalid = () => badRequest('This code is not valid', { code: 'This code is not valid' })

/** Throws 410 outside the time of the check-in, 409 for a cancelled event. */
function assertOpen(event: EventRow): void {
  if (isCancelled(event)) throw alreadyCancelled()
  if (now() < toWindow(event).opens_at) throw conflict('Check-in is not open yet')
  if (now() > toWindow(event).closes_at) throw new HttpError(410, 'gone', 'Check-in has ended')
}

/** Checks in the attendee with this code. Throws 400 for an invalid one, 409 for an attendee who is checked in already. */
export async function checkInByCode(trx: Trx, anonymity: Anonymity, viewer: Viewer, event: EventRow, text: string) {
  assertOpen(event)
  const parsed = parseCode(text)
  if (!parsed) throw invalid()
  const people = await listPeople(trx, viewer, event.id, parsed.userId ? [parsed.userId] : undefined)
  const keys = await Promise.all(people.map(({ id }) => attendeeKey(anonymity, event.id, id)))
  const found = people.filter((_, index) => isCodeAt(keys[index] as Buffer, parsed.digits, now()))
  if (found.length > 1) throw badRequest('Two people have these digits now. Scan the code, or wait a minute.')
  const [person] = found
  if (!person) throw invalid()
  return checkInOne(trx, viewer, event, person)
}

/** The same without a code: the organizer knows the attendee. Also later, for those who were forgotten. Throws 404 for others. */
export async function checkInByHand(trx: Trx, viewer: Viewer, event: EventRow, userId: string) {
  if (isCancelled(event)) throw alreadyCancelled()
  if (now() < toWindow(event).opens_at) throw conflict('Check-in is not open yet')
  const [person] = await listPeople(trx, viewer, event.id, [userId])
  if (!person) throw notFound('This person is not going')
  return checkInOne(trx, viewer, event, person)
}

async function checkInOne(trx: Trx, viewer: Viewer, event: EventRow, { id, name }: Person): Promise<CheckInResult> {
  const [stored] = await store(trx, viewer, event, [{ id, at: now() }], viewer.id)
  if (!stored?.is_new) {
    throw conflictWith(checkIns.create, 'Already checked in', { checked_in_at: stored?.at ?? now() })
  }
  return { user_id: id, name, result: 'checked_in', at: stored.at }
}

/**
 * Stores scans that a device kept without a network. Each is checked by the code of its minute. The earliest scan of an
 * attendee counts, however often and by how many devices it is sent.
 */
export async function storeScans(
  trx: Trx,
  anonymity: Anonymity,
  viewer: Viewer,
  event: EventRow,
  scans: readonly Scan[],
): Promise<CheckInResult[]> {
  if (isCancelled(event)) throw alreadyCancelled()
  const ids = [...new Set(scans.map(({ user_id }) => user_id))]
  const people = new Map((await listPeople(trx, viewer, event.id, ids)).map((person) => [person.id, person]))
  const keys = new Map(
    await Promise.all([...people.keys()].map(async (id) => [id, await attendeeKey(anonymity, event.id, id)] as const)),
  )
  const isValid = ({ user_id, code, at }: Scan) => {
    const key = keys.get(user_id)
    return key !== undefined && isWithin(event, at) && at <= now() + maxAhead && isCodeAt(key, code, at)
  }
  const first = new Map<string, number>()
  for (const scan of scans)
    if (isValid(scan)) first.set(scan.user_id, Math.min(first.get(scan.user_id) ?? Number.POSITIVE_INFINITY, scan.at))
  const presences = [...first].map(([id, at]) => ({ id, at: Math.min(at, now()) }))
  const stored = new Map((await store(trx, viewer, event, presences, viewer.id)).map((row) => [row.user_id, row]))
  return scans.map((scan) => {
    const row = isValid(scan) ? stored.get(scan.user_id) : undefined
    const name = people.get(scan.user_id)?.name ?? null
    if (!row) return { user_id: scan.user_id, name: null, result: 'invalid' as const, at: null }
    return {
      user_id: scan.user_id,
      name,
      result: row.is_new ? ('checked_in' as const) : ('already' as const),
      at: row.at,
    }
  })
}

/** Checks in the viewer by the poster. Throws 400 for another code and for large events, 403 for users who do not go. */
export async function checkInByPoster(trx: Trx, anonymity: Anonymity, viewer: Viewer, event: EventRow, code: string) {
  assertOpen(event)
  if (!event.is_attending) throw forbidden('Only people who are going can check in.')
  const isSmall = event.attendees_count <= checkInLimits.poster
  if (!isSmall || code.trim().toLowerCase() !== (await posterCode(anonymity, event.id))) throw invalid()
  return checkInOneSelf(trx, viewer, event)
}

async function checkInOneSelf(trx: Trx, viewer: Viewer, event: EventRow): Promise<CheckInResult> {
  const [stored] = await store(trx, viewer, event, [{ id: viewer.id, at: now() }], null)
  if (!stored?.is_new) throw conflict('You are already checked in')
  return { user_id: viewer.id, name: viewer.name, result: 'checked_in', at: stored.at }
}

type Stored = { readonly user_id: string; readonly at: number; readonly is_new: boolean }

/** One row per attendee: the primary key. Sorted, so that concurrent calls do not deadlock. */
async function store(
  trx: Trx,
  { schoolId }: Viewer,
  { id: eventId }: EventRow,
  presences: readonly { readonly id: string; readonly at: number }[],
  by: string | null,
): Promise<Stored[]> {
  if (presences.length === 0) return []
  const { rows } = await sql<Stored>`
    insert into event_check_ins as present (school_id, event_id, user_id, at, checked_by)
    select ${schoolId}, ${eventId}, scan.id, to_timestamp(scan.at), ${by}::uuid
    from unnest(${presences.map(({ id }) => id)}::uuid[], ${presences.map(({ at }) => at)}::int8[]) as scan (id, at)
    order by scan.id
    on conflict (school_id, event_id, user_id) do update set at = least(present.at, excluded.at)
    returning user_id, floor(extract(epoch from at))::int8 as at, xmax = 0 as is_new`.execute(trx)
  return rows
}
