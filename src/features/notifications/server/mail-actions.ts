import { type RawBuilder, sql } from 'kysely'
import { firstName } from '../../../shared/names.ts'
import { type NotificationKind, renderNotification } from '../../../shared/notification-kinds.ts'
import { plural } from '../../../shared/plural.ts'
import { currentRole } from '../../../shared/server/auth/powers.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { queueMails } from '../../../shared/server/mail/mail.ts'
import type { App } from '../../../shared/server/services.ts'
import { unsubscribeToken } from './actions.ts'

type Line = {
  kind: NotificationKind
  link: string
  params: unknown
  sentence: string | null
  actors: { name: string }[]
  others: number
}
/** The content of one email, and the number of notifications including those that it leaves out. */
type Parcel = {
  school_id: string
  user_id: string
  name: string
  email: string
  lines: Line[]
  total: number
  /** The newest seal of the audit log, for administrators. */
  audit_head: string | null
}

type Sender = Pick<App, 'db' | 'anonymity' | 'config' | 'notifications'>

/** Notifications per transaction, and maximum number of lines in one digest. */
const batchSize = 500
const digestLines = 20
/** The hour in the school's time zone from which the previous day's digest is sent. */
const digestHour = 8

/** Whether the school's local time is within the user's quiet hours, which may cross midnight. */
const isQuiet = sql`(choice.quiet_from is not null and case when choice.quiet_from <= choice.quiet_to
  then local.hour >= choice.quiet_from and local.hour < choice.quiet_to
  else local.hour >= choice.quiet_from or local.hour < choice.quiet_to end)`

const localHour = sql`lateral (select extract(hour from now() at time zone schools.timezone)) as local (hour)`

/** Groups the rows of `taken` into one parcel per user. */
const toParcels = (auditHead: RawBuilder<unknown>) => sql`
  select users.school_id, users.id as user_id, users.name, users.email, count(*) as total,
    ${auditHead} as audit_head,
    (array_agg(json_build_object('kind', kind, 'link', link, 'params', params, 'sentence', sentence,
      'others', greatest(cardinality(actors) - 3, 0),
      'actors', coalesce((select json_agg(json_build_object('name', actor.name) order by place)
        from unnest(actors[1:3]) with ordinality as those (id, place)
        cross join lateral (select name from users as one where one.school_id = users.school_id and one.id = those.id
          limit 1) as actor), '[]'))
      order by taken.created_at desc))[1:${sql.lit(digestLines)}] as lines
  from taken join users on users.school_id = taken.school_id and users.id = taken.user_id
  where users.email_notifications and users.deleted_at is null and users.blocked_as is null
  group by users.school_id, users.id`

/** SQL of the newest seal of the audit log in the digests of administrators, who notice by it that the log was cut. */
const auditHead = sql`case when ${currentRole} <> 'student' then
  (select seq || ':' || encode(seal, 'hex') from audit_seals order by seq desc limit 1) end`

/** Sends immediate emails, except to users in their quiet hours. */
export const mailImmediately = (sender: Sender) =>
  mailAll(sender, (trx) =>
    sql<Parcel>`
      with ready as (
        select notifications.school_id, notifications.id from notifications
        join schools on schools.id = notifications.school_id cross join ${localHour}
        left join notification_choices as choice
          on choice.school_id = notifications.school_id and choice.user_id = notifications.user_id
        where due = 'mail' and not ${isQuiet}
        order by notifications.created_at limit ${batchSize} for update of notifications skip locked
      ), taken as (
        update notifications set due = null from ready
        where notifications.school_id = ready.school_id and notifications.id = ready.id returning notifications.*
      ) ${toParcels(sql`null::text`)}`.execute(trx),
  )

/** Sends each user one digest of the time before this morning, from the digest hour of their school on. */
export const mailDigests = (sender: Sender) =>
  mailAll(sender, (trx) =>
    sql<Parcel>`
      with ready as (
        select distinct notifications.school_id, notifications.user_id from notifications
        join schools on schools.id = notifications.school_id cross join ${localHour}
        where due = 'digest' and local.hour >= ${digestHour} and notifications.created_at <
          (date_trunc('day', now() at time zone schools.timezone) + make_interval(hours => ${digestHour})) at time zone schools.timezone
        limit ${batchSize}
      ), taken as (
        update notifications set due = null from ready
        where notifications.school_id = ready.school_id and notifications.user_id = ready.user_id and due = 'digest'
        returning notifications.*
      ) ${toParcels(auditHead)}`.execute(trx),
  )

/** Takes and queues emails, one transaction per batch, until none are left. */
async function mailAll(sender: Sender, take: (trx: Trx) => Promise<{ rows: Parcel[] }>) {
  for (;;) {
    const sent = await withTransaction(sender.db, async (trx) => {
      const { rows } = await take(trx)
      await queueMails(
        trx,
        rows.map((parcel) => buildMail(sender, parcel)),
      )
      return rows.length
    })
    if (sent === 0) return
  }
}

function buildMail(
  { anonymity, config, notifications }: Sender,
  { school_id, user_id, name, email, lines, total, audit_head }: Parcel,
) {
  const render = (line: Line) => renderNotification({ ...line, sentence: notifications.render(line) })
  const { productName, publicUrl } = config
  const unsubscribe = `${publicUrl}/unsubscribe/${unsubscribeToken(anonymity, { schoolId: school_id, id: user_id })}`
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
