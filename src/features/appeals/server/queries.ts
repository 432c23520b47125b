import { type RawBuilder, sql } from 'kysely'
import { plural } from '../../../shared/plural.ts'
import {
  newestFirst,
  newestRows,
  readPageOfSchools,
  type SchoolScope,
  type Slice,
  sumSchools,
  talliedCount,
  toPlace,
} from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { isoMicros } from '../../../shared/server/db/cursor.ts'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { isOwnSeal } from '../../moderation/server/own-seals.ts'
import { type Appeal, type AppealMessage, appealLimits, type OpenAppeal, type OwnReport } from '../contract.ts'
import { answeredAt, answerTime } from './answer-time.ts'

/** SQL condition: the decision (a row of moderation_actions) is about the viewer, by name or by a sealed item. */
export async function isAboutViewer(anonymity: Anonymity, viewer: Viewer): Promise<RawBuilder<boolean>> {
  const marks = viewer.hidesOwn ? [] : await anonymity.decisionMarks(viewer.schoolId, viewer.id)
  return sql<boolean>`action.school_id = ${viewer.schoolId} and (action.user_id = ${viewer.id}
    or action.author_mark = any (${marks}::bytea[]))`
}

/** The messages of the appeal in the row `appeal`, oldest first. */
const messagesJson = sql<
  AppealMessage[]
>`(select coalesce(json_agg(json_build_object('id', message.id, 'from_moderator', from_moderator,
    'text', message.text, 'created_at', floor(extract(epoch from message.created_at))::int8)
    order by message.created_at, message.id), '[]')
  from appeal_messages as message where message.school_id = appeal.school_id and message.appeal_id = appeal.id)`

/** A warning, suspension or ban, with its length. */
type Sanction = { readonly type: 'warn' | 'suspend' | 'ban'; readonly days: number | null }
export type AppealRow = Omit<Appeal, 'can' | 'changed_to'> & { readonly replacement: Sanction | null }

/** SQL of the affected user's appeal of the decision in the row `action`, as JSON; null without one. */
export const appealJson = sql<AppealRow | null>`(select json_build_object('id', appeal.id, 'state', appeal.state,
    'reason', appeal.reason, 'created_at', floor(extract(epoch from appeal.created_at))::int8,
    'decided_at', floor(extract(epoch from appeal.decided_at))::int8, 'messages', ${messagesJson},
    'replacement', (select json_build_object('type', milder.action_type, 'days', milder.duration_hours / 24)
      from moderation_actions as milder
      where milder.school_id = action.school_id and milder.user_id = action.user_id and milder.replaces = action.id))
  from appeals as appeal where appeal.school_id = action.school_id and appeal.decision_id = action.id
    and appeal.by = 'affected')`

const isOpen = (state: string) => state === 'open' || state === 'claimed'

/** True when one side may write the next message: the other side wrote the last one, and it has turns left. */
export const hasTurn = (messages: readonly Pick<AppealMessage, 'from_moderator'>[], isModerator: boolean): boolean =>
  messages.at(-1)?.from_moderator === !isModerator &&
  messages.filter(({ from_moderator }) => from_moderator === isModerator).length < appealLimits.turns

const sanctionNames = { warn: 'a warning', suspend: 'a suspension', ban: 'a ban' }
/** 'a warning', 'a suspension of 3 days'. */
export const describeSanction = ({ type, days }: Sanction): string =>
  days ? `${sanctionNames[type]} of ${plural(days, 'day')}` : sanctionNames[type]

export const presentAppeal = ({ replacement, ...row }: AppealRow): Appeal => ({
  ...row,
  changed_to: replacement && describeSanction(replacement),
  can: { write: isOpen(row.state) && hasTurn(row.messages, false), withdraw: isOpen(row.state) },
})

type OpenAppealRow = Omit<OpenAppeal, 'can' | 'is_own'> & {
  readonly is_involved: boolean
  /** The site has another moderator who could decide, or the appeal is less than a day old. */
  readonly needs_another: boolean
}

/** SQL condition on `appeals`: it is about the viewer, or about a report that they made or that is about them. */
export async function isOwnAppeal(anonymity: Anonymity, { id, schoolId }: Viewer): Promise<RawBuilder<boolean>> {
  const marks = await anonymity.decisionMarks(schoolId, id)
  return sql<boolean>`(exists (select from moderation_actions as about where about.school_id = appeals.school_id
      and about.id = appeals.decision_id and (about.user_id = ${id}
        or about.author_mark = any (${marks}::bytea[])))
    or exists (select from reports as about where about.school_id = appeals.school_id and about.id = appeals.report_id
      and (about.reporter_id = ${id} or about.author_id = ${id})))`
}

/** Throws 404 for a student with a grant whose own appeal this is. */
export async function assertNotOwnAppeal(
  { db, anonymity }: { readonly db: Db; readonly anonymity: Anonymity },
  viewer: Viewer,
  id: string,
): Promise<void> {
  if (viewer.role !== 'student') return
  const { rows } = await sql<{ is_own: boolean; kind: string | null; content_id: string | null; seal: Buffer | null }>`
    select ${await isOwnAppeal(anonymity, viewer)} as is_own, reports.kind, reports.content_id, reports.author_seal as seal
    from appeals left join reports on reports.school_id = appeals.school_id and reports.id = appeals.report_id
    where appeals.school_id = ${viewer.schoolId} and appeals.id = ${id}`.execute(db)
  const { is_own = false, kind, content_id, seal } = rows[0] ?? {}
  const item = { schoolId: viewer.schoolId, kind: kind ?? '', id: content_id ?? '' }
  if (is_own || (seal && (await isOwnSeal(anonymity, viewer, seal, item)))) throw notFound('Appeal not found')
}

/** One page of the appeals in the scope, newest first, and their number. */
export async function listAppeals(
  { db, anonymity }: { readonly db: Db; readonly anonymity: Anonymity },
  viewer: Viewer,
  scope: SchoolScope,
  { status, ...window }: PageRequest & { readonly status: 'open' | 'closed' | 'all' },
): Promise<{ rows: OpenAppeal[]; places: string[][]; total: number }> {
  const open = ['open', 'claimed']
  const closed = ['upheld', 'overturned', 'changed', 'withdrawn', 'closed']
  const states = status === 'open' ? open : status === 'closed' ? closed : [...open, ...closed]
  const othersOnly = viewer.role === 'student' ? sql`and not ${await isOwnAppeal(anonymity, viewer)}` : sql``
  const list = (school: string, slice: Slice) => sql<OpenAppealRow & { created_exactly: string }>`
    select appeal.id, appeal.school_id, appeal.by, appeal.reason,
      case when appeal.state = 'claimed' and appeal.claimed_until <= now() then 'open' else appeal.state end as state,
      floor(extract(epoch from appeal.created_at))::int8 as created_at, ${isoMicros('appeal.created_at')} as created_exactly,
      floor(extract(epoch from appeal.decided_at))::int8 as decided_at,
      case when answered.at is null then floor(extract(epoch from appeal.created_at + ${answerTime}))::int8 end as due_at,
      coalesce(answered.at, now()) > appeal.created_at + ${answerTime} as is_late,
      case when appeal.state = 'claimed' and appeal.claimed_until > now() then json_build_object(
        'is_mine', appeal.claimed_by = ${viewer.id}, 'name', coalesce(appeal.claimed_by_name, 'A moderator'),
        'until', floor(extract(epoch from appeal.claimed_until))::int8) end as claim,
      case when action.id is not null then json_build_object('id', action.id, 'action_type', action.action_type,
        'rule_title', action.rule_title, 'facts', coalesce(action.facts, action.reason), 'snapshot', action.snapshot,
        'item_kind', action.item_kind, 'is_erased', action.erased_at is not null,
        'created_at', floor(extract(epoch from action.created_at))::int8, 'created_by_name', action.created_by_name,
        'duration_hours', action.duration_hours) end as decision,
      case when report.id is not null then json_build_object('id', report.id, 'reason', report.reason,
        'content', report.content, 'settled_by_name', coalesce(report.settled_by_name, '')) end as report,
      case when person.id is not null then
        json_build_object('id', person.id, 'name', person.name, 'email', person.email) end as person,
      (select count(*)::int8 from moderation_actions as earlier where earlier.school_id = action.school_id
        and earlier.user_id = action.user_id and earlier.reversed_at is null
        and earlier.created_at < action.created_at) as earlier_decisions,
      ${messagesJson} as messages, ${viewer.id}::uuid = any (involved.ids) as is_involved,
      appeal.created_at > now() - interval '24 hours' or other_moderator_exists(appeal.school_id, involved.ids)
        as needs_another
    from ${newestRows(
      sql`select appeals.* from appeals where appeals.school_id = ${school}
        and appeals.state = any (${states}::text[]) ${othersOnly}`,
      slice,
    )}
    join appeals as appeal on appeal.school_id = ${school} and appeal.id = page.id
    left join moderation_actions as action on action.school_id = ${school} and action.id = appeal.decision_id
    left join reports as report on report.school_id = ${school} and report.id = appeal.report_id
    left join users as person on person.school_id = ${school} and person.deleted_at is null
      and person.id = coalesce(action.user_id, report.reporter_id)
    cross join lateral (select ${answeredAt('appeal')} as at) as answered
    cross join lateral (select moderators_involved(appeal.school_id, appeal.decision_id, appeal.report_id) as ids) as involved
    order by appeal.created_at desc, appeal.id desc`
  const rows = await readPageOfSchools(db, scope, window, {
    read: async (school, slice) => (await list(school, slice).execute(db)).rows,
    compare: newestFirst,
  })
  const sorts = states.map((state) => `appeal ${state}`)
  const total = await sumSchools(db, scope, async (school) => {
    const { rows } = await sql<{ total: number }>`select ${talliedCount(school, sorts)} as total`.execute(db)
    return rows[0]?.total ?? 0
  })
  const listed = rows.map(({ created_exactly: _, ...row }) => presentOpenAppeal(row))
  return { rows: listed, places: rows.map(toPlace), total }
}

/** How severe a decision is. An appeal never leads to a more severe one. */
const severity: Readonly<Record<string, number>> = { warn: 1, remove: 2, suspend: 2, ban: 3 }

/** Whether a decision can be replaced by this one: milder, or a shorter suspension. A sealed author is never sanctioned. */
export function isMilder(
  decision: { readonly action_type: string; readonly duration_hours: number | null; readonly isNamed: boolean },
  change: { readonly type: string; readonly days?: number | null | undefined },
): boolean {
  if (!decision.isNamed) return false
  if (decision.action_type === 'suspend' && change.type === 'suspend')
    return (change.days ?? Number.POSITIVE_INFINITY) * 24 < (decision.duration_hours ?? 0)
  if (change.type === 'suspend' && decision.action_type !== 'ban') return false
  return (severity[change.type] ?? 9) < (severity[decision.action_type] ?? 0)
}

function presentOpenAppeal({ is_involved, needs_another, ...row }: OpenAppealRow): OpenAppeal {
  const may = !is_involved || !needs_another
  const isMine = row.claim?.is_mine === true
  const { decision } = row
  const named = decision && { ...decision, isNamed: row.person !== null }
  const shorter = { type: 'suspend', days: 1 }
  return {
    ...row,
    is_own: !may,
    can: {
      claim: isOpen(row.state) && !row.claim && may,
      answer: isMine && hasTurn(row.messages, true),
      decide: isMine && may,
      change_to: named
        ? (['warn', 'suspend', 'ban'] as const).filter((type) =>
            isMilder(named, type === 'suspend' ? shorter : { type }),
          )
        : [],
    },
  }
}

/** Days after a dismissal in which the reporter may ask for a second review, and dismissals in a row that end it. */
export const reviewLimits = { days: 30, dismissed: 10 }

/** True for a reporter whose last reports were all dismissed. */
export const isOftenDismissed = (viewer: Viewer) => sql<boolean>`(
  select count(*) = ${reviewLimits.dismissed} and bool_and(latest.status = 'dismissed') from (
    select status from reports where school_id = ${viewer.schoolId} and reporter_id = ${viewer.id} and status <> 'pending'
    order by settled_at desc limit ${reviewLimits.dismissed}) as latest)`

/** One page of the viewer's own reports, newest first. They never name the affected user or a moderator. */
export async function listOwnReports(db: Db, viewer: Viewer, window: PageRequest) {
  const { rows } = await sql<OwnReport & { can_ask: boolean }>`
    select report.id, report.kind, report.reason, report.description, report.content,
      floor(extract(epoch from report.created_at))::int8 as created_at,
      floor(extract(epoch from report.settled_at))::int8 as settled_at,
      case report.status when 'pending' then 'received' when 'reviewed' then 'looked_at' when 'resolved' then 'action'
        else 'none' end as state,
      case when review.id is not null then json_build_object('state', review.state, 'reason', review.reason) end as review,
      report.status = 'dismissed' and review.id is null
        and report.settled_at > now() - make_interval(days => ${reviewLimits.days})
        and not ${isOftenDismissed(viewer)} as can_ask
    from reports as report
    left join appeals as review on review.school_id = report.school_id and review.report_id = report.id
    where report.school_id = ${viewer.schoolId} and report.reporter_id = ${viewer.id}
    order by report.created_at desc, report.id desc
    limit ${window.limit + 1} offset ${toOffset(window)}`.execute(db)
  const { rows: shown, pagination } = toPage(rows, window)
  return { rows: shown.map(({ can_ask, ...row }): OwnReport => ({ ...row, can: { ask_again: can_ask } })), pagination }
}
