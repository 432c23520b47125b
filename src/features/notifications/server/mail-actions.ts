import { type RawBuilder, sql } from 'kysely'
import { firstName } from '../../../shared/names.ts'
import { type NotificationKind, renderNotification } from '../../../shared/notification-kinds.ts'
import { plural } from '../../../shared/plural.ts'
import { currentRole } from '../../../shared/server/auth/powers.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import { queueMails } from '../../../shared/server/mail/mail.ts'
import { isQuiet, localTime } from '../../../shared/server/quiet-hours.ts'
import type { App } from '../../../shared/server/services.ts'
import { findMutedWord, foldText, type MutedWord, type WordPlace } from '../../../shared/words.ts'
import { unsubscribeToken } from './actions.ts'

type Line = {
  kind: NotificationKind
  link: string
  params: unknown
  sentence: string | null
  actors: { name: string }[]
  others: number
  times: number
}
/** The content of one email, and the number of notifications including those that it leaves out. */
type Parcel = {
  school_id: string
  user_id: string
  name: string
  email: string
  lines: Line[]
  total: number
  /** The user's muted words. */
  words: MutedWord[]
  /** The newest seal of the audit log, for administrators. */
  audit_head: string | null
}

type Sender = Pick<App, 'db' | 'anonymity' | 'config' | 'notifications'>

/** Notifications per transaction, and maximum number of lines in one digest. */
const batchSize = 500
const digestLines = 20
/** The hour in the school's time zone from which the previous day's digest is sent. */
const digestHour = 8

/** Groups the rows of `taken` into one parcel per user. */
const toParcels = (schoolId: string, auditHead: RawBuilder<unknown>) => sql`
  select users.school_id, users.id as user_id, users.name, users.email, count(*) as total,
    ${auditHead} as audit_head,
    coalesce((select words from safety_settings as own where own.school_id = ${schoolId} and own.user_id = users.id),
      '[]') as words,
    (array_agg(json_build_object('times', times, 'kind', kind, 'link', link, 'params', params, 'sentence', sentence,
      'others', greatest(cardinality(actors) - 3, 0),
      'actors', coalesce((select json_agg(json_build_object('name', actor.name) order by place)
        from unnest(actors[1:3]) with ordinality as those (id, place)
        cross join lateral (select name from users as one where one.school_id = ${schoolId} and one.id = those.id
          limit 1) as actor), '[]'))
      order by taken.created_at desc))[1:${sql.lit(digestLines)}] as lines
  from taken join users on users.school_id = ${schoolId} and users.id = taken.user_id
  where users.email_notifications and users.deleted_at is null and users.blocked_as is null
  group by users.school_id, users.id`

/** SQL of the newest seal of the audit log in the digests of administrators, who notice by it that the log was cut. */
const auditHead = sql`case when ${currentRole} <> 'student' then
  (select seq || ':' || encode(seal, 'hex') from audit_seals order by seq desc limit 1) end`

/** SQL of the FROM and WHERE clauses of notifications whose emails are due now. */
const dueMails = sql`from notifications
  join schools on schools.id = notifications.school_id cross join ${localTime}
  left join notification_choices as choice
    on choice.school_id = notifications.school_id and choice.user_id = notifications.user_id
  where due = 'mail' and not ${isQuiet}`

/** The same of digests. */
const dueDigests = sql`from notifications
  join schools on schools.id = notifications.school_id cross join ${localTime}
  where due = 'digest' and local.hour >= ${digestHour} and notifications.created_at <
    (date_trunc('day', now() at time zone schools.timezone) + make_interval(hours => ${digestHour})) at time zone schools.timezone`

/** Sends immediate emails, except to users in their quiet hours. */
export const mailImmediately = (sender: Sender) =>
  mailAll(sender, dueMails, (trx, schoolId) =>
    sql<Parcel>`
      with ready as (
        select notifications.id ${dueMails} and notifications.school_id = ${schoolId}
        order by notifications.created_at limit ${batchSize} for update of notifications skip locked
      ), taken as (
        update notifications set due = null from ready
        where notifications.school_id = ${schoolId} and notifications.id = ready.id returning notifications.*
      ) ${toParcels(schoolId, sql`null::text`)}`.execute(trx),
  )

/** Sends each user one digest of the time before this morning, from the digest hour of their school on. */
export const mailDigests = (sender: Sender) =>
  mailAll(sender, dueDigests, (trx, schoolId) =>
    sql<Parcel>`
      with ready as (
        select distinct notifications.user_id ${dueDigests} and notifications.school_id = ${schoolId}
        limit ${batchSize}
      ), taken as (
        update notifications set due = null from ready
        where notifications.school_id = ${schoolId} and notifications.user_id = ready.user_id and due = 'digest'
        returning notifications.*
      ) ${toParcels(schoolId, auditHead)}`.execute(trx),
  )

type Take = (trx: Trx, schoolId: string) => Promise<{ rows: Parcel[] }>

/** Takes and queues emails, one transaction per batch, until none are left. */
async function mailAll(sender: Sender, due: RawBuilder<unknown>, take: Take) {
  const isMuted = createLineFilter(sender)
  const schools = sql`select notifications.school_id ${due}`
  await forEachDueSchool(sender.db, schools, async (schoolId) => {
    for (let sent = 1; sent > 0; )
      sent = await withTransaction(sender.db, async (trx) => {
        const { rows } = await take(trx, schoolId)
        const mails = await Promise.all(rows.map((parcel) => buildMail(sender, withoutMuted(parcel, isMuted))))
        await queueMails(
          trx,
          mails.filter((mail) => mail !== undefined),
        )
        return rows.length
      })
  })
}

/** The kinds that muted words hide, with the place of those that are not of a group. */
const filteredKinds: Partial<Record<NotificationKind, WordPlace>> = {
  comment: 'comments',
  reply: 'comments',
  mention: 'feed',
  announcement: 'groups',
  group_invitation: 'groups',
  listing_match: 'marketplace',
  price_drop: 'marketplace',
}

/**
 * Function that finds lines with a muted word. It applies to words that were added after the notification. A line may name several
 * users, so that words with an exception for friends hide none. Each sentence is folded once.
 */
function createLineFilter({ notifications }: Sender) {
  const folded = new Map<string, string>()
  const fold = (sentence: string) => {
    const known = folded.get(sentence) ?? foldText(sentence)
    folded.set(sentence, known)
    return known
  }
  return (line: Line, words: readonly MutedWord[]) => {
    const ofKind = filteredKinds[line.kind]
    if (words.length === 0 || !ofKind) return false
    const place = Object.hasOwn(Object(line.params), 'group_name') ? 'groups' : ofKind
    const sentence = renderNotification({ ...line, sentence: notifications.render(line) })
    return findMutedWord(words, { folded: fold(sentence), place, isByFriend: true }) !== undefined
  }
}

function withoutMuted(parcel: Parcel, isMuted: ReturnType<typeof createLineFilter>): Parcel {
  const lines = parcel.lines.filter((line) => !isMuted(line, parcel.words))
  return { ...parcel, lines, total: parcel.total - (parcel.lines.length - lines.length) }
}

/** Undefined when muted words hide all that it would say. */
async function buildMail(
  { anonymity, config, notifications }: Sender,
  { school_id, user_id, name, email, lines, total, audit_head }: Parcel,
) {
  if (total === 0) return undefined
  const render = (line: Line) =>
    line.kind === 'message_request'
      ? plural(line.times, 'message request') // names no one: the reader has not accepted them
      : renderNotification({ ...line, sentence: notifications.render(line) })
  const { productName, publicUrl } = config
  const token = await unsubscribeToken(anonymity, { schoolId: school_id, id: user_id })
  const unsubscribe = `${publicUrl}/unsubscribe/${token}`
  const told = lines.map((line) => `${render(line)}\n${publicUrl}${line.link}`)
  const [only] = lines
  return {
    to: email,
    subject: total === 1 && only ? render(only) : `${plural(total, 'new notification')} on ${productName}`,
    text: [
      `Hi ${firstName(name)},`,
      ...told,
      ...(total > lines.length
        ? [`See ${(total - lines.length).toLocaleString('en')} more: ${publicUrl}/notifications`]
        : []),
      ...(audit_head ? [`Newest seal of the audit log (keep it): ${audit_head}`] : []),
      `Change your notification settings: ${publicUrl}/settings\nUnsubscribe: ${unsubscribe}`,
      `${productName} · ${publicUrl}`,
    ].join('\n\n'),
    unsubscribe,
  }
}
