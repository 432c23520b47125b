import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { findRows, isAmong } from '../../../shared/server/db/replica-reads.ts'
import { epoch, epochOrNull, likePattern } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { type PreviewSource, previewText } from '../../notifications/server/previews.ts'
import { areFriends, isListedFor, noBlockBetween } from '../../people/server/queries.ts'
import type { EventFacts, EventFilter, events } from '../contract.ts'
import type { Rule } from '../recurrence.ts'

type Face = { readonly id: string; readonly name: string; readonly avatar_url: string | null }

/**
 * At most three attendees that the viewer may see, friends first, without the viewer. Reads a few rows of an index,
 * however many attend.
 */
const attendeesPreview = ({ id, schoolId }: ViewerParams) => sql<Face[]>`coalesce((
  select json_agg(json_build_object('id', id, 'name', name, 'avatar_url', avatar_url) order by rank, id)
  from (select * from (
    (select users.id, users.name, users.avatar_url, 0 as rank from friendships
      join event_attendees on event_attendees.school_id = friendships.school_id
        and event_attendees.event_id = events.id and event_attendees.user_id = friendships.friend_id
      join users on users.school_id = friendships.school_id and users.id = friendships.friend_id
      where friendships.school_id = ${schoolId} and friendships.user_id = ${id} and users.deleted_at is null
      order by users.id limit 3)
    union all
    (select users.id, users.name, users.avatar_url, 1 from event_attendees
      join users on users.school_id = event_attendees.school_id and users.id = event_attendees.user_id
      where event_attendees.school_id = ${schoolId} and event_attendees.event_id = events.id and users.id <> ${id}
        and users.deleted_at is null and not ${areFriends({ id, schoolId }, 'users.id')}
        and ${noBlockBetween({ id, schoolId }, 'users.id')}
      order by event_attendees.user_id limit 3)) as candidates order by rank, id limit 3) as faces), '[]')`

/** The users who wait for a seat, by an index. An event without a limit has none. */
const countWaiting = sql`select count(*)::int from event_waitlist as waiting
  where waiting.school_id = events.school_id and waiting.event_id = events.id and waiting.offered_until is null`

/** Whether the viewer was added as an organizer of an event. */
const isCoOrganizer = ({ id }: ViewerParams) => sql<boolean>`exists (select from event_organizers as own
  where own.school_id = events.school_id and own.event_id = events.id and own.user_id = ${id})`

/** The co-organizers that the viewer may see, at most five. */
const coOrganizers = (viewer: ViewerParams) => sql<Face[]>`coalesce((
  select json_agg(json_build_object('id', users.id, 'name', users.name, 'avatar_url', users.avatar_url) order by seat)
  from event_organizers as added
  join users on users.school_id = added.school_id and users.id = added.user_id and users.deleted_at is null
  where added.school_id = events.school_id and added.event_id = events.id
    and ${noBlockBetween(viewer, 'users.id')}), '[]')`

/**
 * The events that this viewer may see; group events only if they can view the group. Every read starts here, so none
 * can omit the school.
 */
const visibleEventIds = (db: Db, viewer: ViewerParams) =>
  db
    .selectFrom('events')
    .innerJoin('users as organizer', (join) =>
      join.onRef('organizer.school_id', '=', 'events.school_id').onRef('organizer.id', '=', 'events.organizer_id'),
    )
    .where('events.school_id', '=', viewer.schoolId)
    .where(sql<boolean>`(events.group_id is null or can_view_group(events.school_id, events.group_id, ${viewer.id}))`)
    .where('events.withheld_at', 'is', null)
    .where('organizer.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'events.organizer_id'))

/** The same with all that is shown of an event. */
const visibleEvents = (db: Db, viewer: ViewerParams, { hasPreview = false, hasDetails = false } = {}) =>
  visibleEventIds(db, viewer)
    .leftJoin('event_attendees as mine', (join) =>
      join
        .onRef('mine.school_id', '=', 'events.school_id')
        .onRef('mine.event_id', '=', 'events.id')
        .on('mine.user_id', '=', viewer.id),
    )
    .leftJoin('event_waitlist as line', (join) =>
      join
        .onRef('line.school_id', '=', 'events.school_id')
        .onRef('line.event_id', '=', 'events.id')
        .on('line.user_id', '=', viewer.id),
    )
    .leftJoin('event_series as series', (join) =>
      join.onRef('series.school_id', '=', 'events.school_id').onRef('series.id', '=', 'events.series_id'),
    )
    .select([
      'events.id',
      'events.title',
      'events.description',
      'events.location',
      epoch('events.start_date').as('start_date'),
      epoch('events.end_date').as('end_date'),
      'events.max_attendees',
      'events.attendees_count',
      'events.held_count',
      'events.image_url',
      'events.tags',
      'events.organizer_id',
      'organizer.name as organizer_name',
      'organizer.avatar_url as organizer_avatar',
      'events.group_id',
      'events.status',
      'events.cancel_reason',
      'events.sequence',
      epoch('events.updated_at').as('updated_at'),
      (hasPreview ? attendeesPreview(viewer) : sql<Face[]>`'[]'::json`).as('attendees_preview'),
      sql<boolean>`mine.user_id is not null`.as('is_attending'),
      sql<boolean>`exists (select from event_removals as removed where removed.school_id = events.school_id
        and removed.event_id = events.id and removed.user_id = ${viewer.id})`.as('is_removed'),
      sql<number[] | null>`case when mine.chose_reminders then coalesce((select json_agg(minutes order by minutes)
        from event_reminders as chosen where chosen.school_id = events.school_id and chosen.event_id = events.id
          and chosen.user_id = mine.user_id), '[]') end`.as('reminders'),
      sql<number>`case when events.max_attendees is null then 0 else (${countWaiting}) end`.as('waiting_count'),
      sql<number | null>`case when line.user_id is not null and line.offered_until is null
        then (${countWaiting} and (waiting.is_last, waiting.place) <= (line.is_last, line.place)) end`.as(
        'waiting_position',
      ),
      sql<boolean>`coalesce(line.is_last, false)`.as('waits_last'),
      (hasDetails
        ? sql<boolean>`(select no_show_rule from schools where schools.id = events.school_id)`
        : sql<boolean>`false`
      ).as('has_no_show_rule'),
      sql<EventFacts>`events.facts`.as('facts'),
      coOrganizers(viewer).as('co_organizers'),
      isCoOrganizer(viewer).as('is_co_organizer'),
      // Only single events have these, and only for users who take part.
      ...(['online_link', 'exact_location'] as const).map((detail) =>
        (hasDetails
          ? sql<string | null>`case when mine.user_id is not null or events.organizer_id = ${viewer.id}
              or ${isCoOrganizer(viewer)} then ${sql.ref(`events.${detail}`)} end`
          : sql<string | null>`null::text`
        ).as(detail),
      ),
      sql<boolean>`${sql.lit(hasDetails)}`.as('has_details'),
      'events.series_id',
      'events.nth',
      sql<number | null>`(series.rule ->> 'count')::integer`.as('dates_count'),
      'line.offer_id',
      epochOrNull('line.offered_until').as('offered_until'),
      sql<boolean>`(events.group_id is not null and exists (select from group_members
        where group_members.school_id = events.school_id and group_members.group_id = events.group_id
          and group_members.user_id = ${viewer.id} and group_members.role = 'admin'))`.as('is_of_own_group'),
    ])
export type EventRow = Awaited<ReturnType<ReturnType<typeof visibleEvents>['execute']>>[number]

const isOrganizer = (viewer: ViewerParams) =>
  sql<boolean>`(events.organizer_id = ${viewer.id} or ${isCoOrganizer(viewer)})`

/** Muted organizers and hidden events do not concern users who take part: they need the place and the changes. */
const isWanted = (viewer: ViewerParams) => sql<boolean>`(mine.user_id is not null or ${isOrganizer(viewer)}
  or ${isListedFor(viewer, { kind: 'event', id: 'events.id', author: 'events.organizer_id' })})`

/** The events of lists. */
export const listedEvents: typeof visibleEvents = (db, viewer, parts) =>
  visibleEvents(db, viewer, parts).where(isWanted(viewer))

/** Lists keep a cancelled event until its end, for those who planned to be there. */
const isListed = (viewer: ViewerParams) => sql<boolean>`(events.status = 'planned' or events.end_date > now()
  and (mine.user_id is not null or ${isOrganizer(viewer)}))`

const oneEvent = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visibleEvents(db, { id: viewer, schoolId: school }, { hasPreview: true, hasDetails: true }).where(
    'events.id',
    '=',
    id,
  ),
)

/**
 * Returns an event that this viewer may see. Throws 404 when it belongs to another school, is hidden or does not exist.
 */
export async function eventOr404(db: Db, viewer: Viewer, id: string): Promise<EventRow> {
  const [event] = await oneEvent(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!event) throw notFound('Event not found')
  return event
}

type ManySlots = SqlParams<{ viewer: string; school: string; ids: readonly string[] }>

const manyEvents = prepared((db, { viewer, school, ids }: ManySlots) =>
  visibleEvents(db, { id: viewer, schoolId: school }).where(sql<boolean>`events.id = any (${ids}::uuid[])`),
)

/** Returns those of the events that this viewer may see. */
export const listEventsById = (db: Db, viewer: Viewer, ids: readonly string[]): Promise<EventRow[]> =>
  manyEvents(db, { viewer: viewer.id, school: viewer.schoolId, ids })

const oneEventRef = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visibleEventIds(db, { id: viewer, schoolId: school })
    .where('events.id', '=', id)
    .select(['events.id', 'events.organizer_id', 'events.status', 'events.series_id']),
)
export type EventRef = Awaited<ReturnType<typeof oneEventRef>>[number]

/** The same for an RSVP, which shows nothing else of the event. */
export async function eventRefOr404(db: Db, viewer: Viewer, id: string): Promise<EventRef> {
  const [event] = await oneEventRef(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!event) throw notFound('Event not found')
  return event
}

const upcoming = prepared((db, { viewer, school, rows }: SqlParams<{ viewer: string; school: string; rows: number }>) =>
  listedEvents(db, { id: viewer, schoolId: school })
    .where('events.start_date', '>=', sql<Date>`now()`)
    .where('events.status', '=', 'planned')
    .orderBy('events.start_date')
    .orderBy('events.id')
    .limit(rows),
)

/** Lists the next events of the school, soonest first. */
export const listUpcoming = (db: Db, viewer: Viewer, limit: number): Promise<EventRow[]> =>
  upcoming(db, { viewer: viewer.id, school: viewer.schoolId, rows: limit })

const isOver = sql<boolean>`events.end_date < now()`

type Narrow = <Q extends ReturnType<typeof visibleEvents>>(query: Q) => Q
const everything: Narrow = (query) => query

/**
 * Current and upcoming events, soonest first, then past ones, latest first. Both halves follow an index and read only
 * as many rows as the page needs; the second is not read when the first fills the page.
 */
function comingThenPast(
  db: Db,
  viewer: ViewerParams,
  reach: SqlParam<number>,
  skip: SqlParam<number>,
  narrow: Narrow = everything,
) {
  return db
    .with('coming', (given) =>
      narrow(listedEvents(given as Db, viewer, { hasPreview: true }))
        .where((row) => row.not(isOver))
        .where(isListed(viewer))
        .select([sql<number>`0`.as('half'), sql<number>`extract(epoch from events.start_date)`.as('place')])
        .orderBy('events.start_date')
        .orderBy('events.id')
        .limit(reach),
    )
    .with('past', (given) =>
      narrow(listedEvents(given as Db, viewer, { hasPreview: true }))
        .where(isOver)
        .where('events.status', '=', 'planned')
        .select([sql<number>`1`.as('half'), sql<number>`-extract(epoch from events.end_date)`.as('place')])
        .orderBy('events.end_date', 'desc')
        .orderBy('events.id')
        .limit(sql<number>`(select ${reach} - count(*) from coming)`),
    )
    .selectFrom((given) =>
      given.selectFrom('coming').selectAll().unionAll(given.selectFrom('past').selectAll()).as('both'),
    )
    .selectAll()
    .orderBy('half')
    .orderBy('place')
    .orderBy('id')
    .limit(reach)
    .offset(skip)
}

const toReach = (window: PageRequest) => toOffset(window) + window.limit + 1

const wholeList = prepared((db, slots: SqlParams<{ viewer: string; school: string; reach: number; skip: number }>) =>
  comingThenPast(db, { id: slots.viewer, schoolId: slots.school }, slots.reach, slots.skip),
)

/** Returns one page of the school's events. With a bound: events that overlap the range, by start. */
export async function listEvents(
  db: Db,
  viewer: Viewer,
  { filter, search, from, to, ...window }: z.output<typeof events.list.query>,
) {
  const narrow = narrowBy(viewer, filter, search)
  if (from !== undefined || to !== undefined) {
    const span = narrow(listedEvents(db, viewer, { hasPreview: true }))
      .where(isListed(viewer))
      .$if(from !== undefined, (query) => query.where('events.end_date', '>', fromEpoch(from ?? 0)))
      .$if(to !== undefined, (query) => query.where('events.start_date', '<', fromEpoch(to ?? 0)))
    const rows = await span
      .orderBy('events.start_date')
      .orderBy('events.id')
      .limit(window.limit + 1)
      .offset(toOffset(window))
      .execute()
    return toPage(rows, window)
  }
  const [reach, skip] = [toReach(window), toOffset(window)]
  const find = async (from: Db) => (await comingThenPast(from, viewer, reach, skip, narrow).execute()) as EventRow[]
  const rows =
    filter === 'all' && !search
      ? await wholeList(db, { viewer: viewer.id, school: viewer.schoolId, reach, skip })
      : await findRows(db, find, (primary, found) =>
          narrow(listedEvents(primary, viewer, { hasPreview: true }))
            .where(sql<boolean>`case when ${isOver} then events.status = 'planned' else ${isListed(viewer)} end`)
            .where(isAmong('events.id', found)),
        )
  return toPage(rows as EventRow[], window)
}

const fromEpoch = (seconds: number) => sql<Date>`to_timestamp(${seconds})`

function narrowBy(viewer: Viewer, filter: EventFilter, search: string | undefined): Narrow {
  const conditions: RawBuilder<boolean>[] = []
  if (filter === 'attending') conditions.push(sql`mine.user_id is not null`)
  if (filter === 'my-events') conditions.push(isOrganizer(viewer))
  if (filter === 'group-events') conditions.push(sql`events.group_id is not null`)
  if (filter === 'this-week') conditions.push(duringThis(viewer, 'week'))
  if (filter === 'this-month') conditions.push(duringThis(viewer, 'month'))
  if (search) conditions.push(sql`events.words ilike ${likePattern(search)}`)
  return (query) => conditions.reduce((narrowed, condition) => narrowed.where(condition) as typeof query, query)
}

/**
 * Whether any part of an event is in the current calendar week (from Monday) or month of the school. Computed in the
 * school's time zone, where days have 23 and 25 hours twice a year.
 */
function duringThis({ schoolId }: Viewer, unit: 'week' | 'month') {
  const zone = sql`(select timezone from schools where id = ${schoolId})`
  const start = sql`date_trunc(${unit}, now() at time zone ${zone})`
  const length = unit === 'week' ? sql`interval '7 days'` : sql`interval '1 month'`
  return sql<boolean>`events.end_date > (${start} at time zone ${zone})
    and events.start_date < ((${start} + ${length}) at time zone ${zone})`
}

/** Returns one page of a group's events, in the same order as those of the school. */
export async function listGroupEvents(db: Db, viewer: Viewer, groupId: string, window: PageRequest) {
  const [reach, skip] = [toReach(window), toOffset(window)]
  const ofGroup: Narrow = (query) => query.where('events.group_id', '=', groupId) as typeof query
  const rows = await comingThenPast(db, viewer, reach, skip, ofGroup).execute()
  return toPage(rows as EventRow[], window)
}

/** Limits of a subscribed calendar: days for which past events stay, and number of events. */
const calendar = { days: 90, events: 1000 }

/** With the rule of its series, which lists do not need. */
const calendarEvents = (db: Db, viewer: ViewerParams) =>
  visibleEvents(db, viewer)
    .select([sql<Rule | null>`series.rule`.as('rule'), 'series.timezone', 'series.sequence as series_sequence'])
    .orderBy('events.start_date')
    .orderBy('events.id')
    .limit(calendar.events)
export type CalendarRow = Awaited<ReturnType<ReturnType<typeof calendarEvents>['execute']>>[number]

/** One event, with the other dates of its series that the viewer organizes or attends. */
export const listForFile = (db: Db, viewer: Viewer, event: EventRow): Promise<CalendarRow[]> =>
  calendarEvents(db, viewer)
    .where((row) =>
      row.or([
        row('events.id', '=', event.id),
        row.and([
          row('events.series_id', '=', event.series_id),
          row.or([row('mine.user_id', 'is not', null), isOrganizer(viewer)]),
        ]),
      ]),
    )
    .execute()

/** Events in a calendar: those that the viewer organizes or attends, or all of the school that they may see. */
export function listForCalendar(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'schoolId'>,
  kind: 'mine' | 'school',
): Promise<CalendarRow[]> {
  return calendarEvents(db, viewer)
    .where(isWanted(viewer))
    .$if(kind === 'mine', (query) =>
      query.where((row) => row.or([row('mine.user_id', 'is not', null), isOrganizer(viewer)])),
    )
    .where('events.end_date', '>', sql<Date>`now() - make_interval(days => ${calendar.days})`)
    .execute()
}

/** Events in notifications, which name the title: their place. */
export const eventPreviews: PreviewSource = {
  link: /^\/events\?event=([0-9a-f-]{36})$/,
  find: (db, viewer, ids) =>
    visibleEvents(db, viewer)
      .clearSelect()
      .where('events.id', 'in', [...ids])
      .select(['events.id', previewText('events.location').as('text'), 'events.image_url']),
}
