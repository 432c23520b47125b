import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch, newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import type { App } from '../../../shared/server/services.ts'
import { assertOpen } from '../../messages/server/policy.ts'
import { postMessage } from '../../messages/server/post-message.ts'
import { participantOr404 } from '../../messages/server/queries.ts'
import type { Place } from '../../schools/contract.ts'
import { listPlaces } from '../../schools/server/places.ts'
import { type Meeting, type MeetingInput, meetingLimits } from '../meetings-contract.ts'
import { lockForContact } from './state-actions.ts'

export const meetingRetention: RetentionRule = { table: 'meetings', column: 'at', keptFor: '30 days' }

type MeetingRow = {
  readonly id: string
  readonly conversation_id: string
  readonly listing_id: string
  readonly listing_title: string
  readonly proposed_by: string
  readonly place: Pick<Place, 'name' | 'map' | 'hours'>
  readonly at: number
  readonly state: 'proposed' | 'accepted' | 'declined' | 'replaced'
}

/** The meetings of conversations in which the viewer takes part. Every read starts here. */
const visibleMeetings = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('meetings')
    .innerJoin('participants', (join) =>
      join
        .onRef('participants.school_id', '=', 'meetings.school_id')
        .onRef('participants.conversation_id', '=', 'meetings.conversation_id')
        .on('participants.user_id', '=', viewer.id),
    )
    .innerJoin('listings', (join) =>
      join.onRef('listings.school_id', '=', 'meetings.school_id').onRef('listings.id', '=', 'meetings.listing_id'),
    )
    .where('meetings.school_id', '=', viewer.schoolId)
    .select(['meetings.id', 'meetings.conversation_id', 'meetings.listing_id', 'meetings.proposed_by'])
    .select(['listings.title as listing_title', epoch('meetings.at').as('at')])
    .select(sql<MeetingRow['place']>`meetings.place`.as('place'))
    .select(sql<MeetingRow['state']>`meetings.state`.as('state'))

/** Throws 404 for a meeting of others. */
export async function meetingOr404(db: Db, viewer: Viewer, id: string): Promise<MeetingRow> {
  const row = await visibleMeetings(db, viewer).where('meetings.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Meeting not found')
  return row
}

/** The meeting of a conversation until its day is over. */
export async function findMeeting(db: Db, viewer: Viewer, conversationId: string): Promise<Meeting | null> {
  const row = await visibleMeetings(db, viewer)
    .where('meetings.conversation_id', '=', conversationId)
    .where('meetings.state', 'in', ['proposed', 'accepted'])
    .where('meetings.at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst()
  return row ? presentMeeting(viewer, row) : null
}

/** Whether the conversation is about a listing, can be written in, and the school lists places. */
export async function canProposeMeeting(db: Db, viewer: Viewer, conversationId: string): Promise<boolean> {
  const { is_open } = await participantOr404(db, viewer, conversationId)
  if (!is_open) return false
  const { rows } = await sql<{ is_possible: boolean }>`
    select exists (
      select from conversations as talk
      join listings on listings.school_id = talk.school_id and listings.id = talk.marketplace_listing_id
      join schools on schools.id = talk.school_id
      where talk.school_id = ${viewer.schoolId} and talk.id = ${conversationId}
        and listings.state in ('available', 'reserved') and listings.withheld_at is null
        and schools.places <> '[]'::jsonb) as is_possible`.execute(db)
  return rows[0]?.is_possible ?? false
}

export function presentMeeting(viewer: Viewer, { id, place, at, state, proposed_by }: MeetingRow): Meeting {
  const { name, map, hours } = place
  return {
    id,
    place: { name, map, hours },
    at,
    state: state === 'accepted' ? 'accepted' : 'proposed',
    is_mine: proposed_by === viewer.id,
  }
}

type Proposal = z.output<typeof MeetingInput>

/** Proposes a meeting in a conversation about the listing, instead of the current one. Returns its id. */
export async function proposeMeeting(
  app: App,
  trx: Trx,
  viewer: Viewer,
  listingId: string,
  { place_id, at, conversation_id }: Proposal,
): Promise<string> {
  const conversationId = await findConversation(trx, viewer, listingId, conversation_id)
  assertOpen(await participantOr404(trx, viewer, conversationId))
  await lockForContact(trx, viewer.schoolId, listingId)
  const place = (await listPlaces(trx, viewer.schoolId)).find(({ id }) => id === place_id)
  if (!place) throw badRequest('Choose a place', { place_id: 'Choose a place' })
  assertFuture(at)
  await lockConversation(trx, viewer, conversationId)
  await trx
    .updateTable('meetings')
    .set({ state: 'replaced' })
    .where('school_id', '=', viewer.schoolId)
    .where('conversation_id', '=', conversationId)
    .where('state', 'in', ['proposed', 'accepted'])
    .execute()
  const id = newId()
  await trx
    .insertInto('meetings')
    .values({
      school_id: viewer.schoolId,
      id,
      conversation_id: conversationId,
      listing_id: listingId,
      proposed_by: viewer.id,
      place: JSON.stringify({ name: place.name, map: place.map, hours: place.hours }),
      at: sql<Date>`to_timestamp(${at})`,
    })
    .execute()
  await say(app, trx, viewer, conversationId, `Meet at ${place.name}, ${await formatTime(trx, viewer, at)}?`)
  return id
}

function assertFuture(at: number): void {
  const now = Date.now() / 1000
  const problem =
    at <= now
      ? 'Choose a time in the future'
      : at > now + meetingLimits.days * 86_400
        ? `Choose a time in the next ${meetingLimits.days} days`
        : undefined
  if (problem) throw badRequest(problem, { at: problem })
}

/** A buyer has one conversation about a listing; a seller names one if there are several. Throws 404 without one. */
async function findConversation(trx: Trx, viewer: Viewer, listingId: string, id: string | undefined): Promise<string> {
  const rows = await trx
    .selectFrom('conversations')
    .innerJoin('participants', (join) =>
      join
        .onRef('participants.school_id', '=', 'conversations.school_id')
        .onRef('participants.conversation_id', '=', 'conversations.id')
        .on('participants.user_id', '=', viewer.id),
    )
    .where('conversations.school_id', '=', viewer.schoolId)
    .where('conversations.marketplace_listing_id', '=', listingId)
    .$if(id !== undefined, (query) => query.where('conversations.id', '=', id ?? ''))
    .select('conversations.id')
    .limit(2)
    .execute()
  const [first, second] = rows
  if (!first) throw notFound('Conversation not found')
  if (second) throw badRequest('Choose the conversation', { conversation_id: 'Choose the conversation' })
  return first.id
}

/** Meetings of a conversation change one after the other. A statement of its own: the next one sees what was committed. */
const lockConversation = (trx: Trx, { schoolId }: Viewer, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`meeting ${schoolId} ${id}`}, 0))`.execute(trx)

/** Accepts the proposal of the other side. Throws 403 for the own one, 409 when it is not open any more. */
export async function acceptMeeting(app: App, trx: Trx, viewer: Viewer, meeting: MeetingRow): Promise<void> {
  if (meeting.proposed_by === viewer.id) throw forbidden('The other person has to accept.')
  await answer(trx, viewer, meeting, { from: ['proposed'], to: 'accepted' })
  await say(app, trx, viewer, meeting.conversation_id, `Accepted: ${await formatMeeting(trx, viewer, meeting)}`)
}

/** Declines a proposal, or calls off an accepted meeting. Throws 409 when it was declined or replaced. */
export async function declineMeeting(app: App, trx: Trx, viewer: Viewer, meeting: MeetingRow): Promise<void> {
  await answer(trx, viewer, meeting, { from: ['proposed', 'accepted'], to: 'declined' })
  const word = meeting.proposed_by === viewer.id || meeting.state === 'accepted' ? 'Called off' : 'Declined'
  await say(app, trx, viewer, meeting.conversation_id, `${word}: ${await formatMeeting(trx, viewer, meeting)}`)
}

type Step = { readonly from: readonly MeetingRow['state'][]; readonly to: MeetingRow['state'] }

async function answer(
  trx: Trx,
  viewer: Viewer,
  { id, conversation_id }: MeetingRow,
  { from, to }: Step,
): Promise<void> {
  assertOpen(await participantOr404(trx, viewer, conversation_id))
  await lockConversation(trx, viewer, conversation_id)
  const { numUpdatedRows } = await trx
    .updateTable('meetings')
    .set({ state: to })
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .where('at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw conflict('This meeting has changed. Look at it again.')
}

async function formatMeeting(trx: Trx, viewer: Viewer, { place, at }: MeetingRow): Promise<string> {
  return `${place.name}, ${await formatTime(trx, viewer, at)}`
}

/** In the time zone of the school, which both sides share. */
async function formatTime(trx: Trx, { schoolId }: Viewer, at: number): Promise<string> {
  const { timezone } = await trx
    .selectFrom('schools')
    .where('id', '=', schoolId)
    .select('timezone')
    .executeTakeFirstOrThrow()
  const day = { weekday: 'short', month: 'short', day: 'numeric' } as const
  const clock = { hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en', { timeZone: timezone, ...day, ...clock }).format(at * 1000)
}

/** A message, which also notifies the other side, and the live event for the card. */
async function say(app: App, trx: Trx, viewer: Viewer, conversationId: string, text: string): Promise<void> {
  await postMessage(app.live, trx, viewer, conversationId, text)
  const rows = await trx
    .selectFrom('participants')
    .where('school_id', '=', viewer.schoolId)
    .where('conversation_id', '=', conversationId)
    .select('user_id')
    .execute()
  const people = rows.map(({ user_id }) => user_id)
  app.live.publish(trx, { schoolId: viewer.schoolId, people }, 'meeting.changed', { conversation_id: conversationId })
}
