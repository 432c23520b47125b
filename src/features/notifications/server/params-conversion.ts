import { sql } from 'kysely'
import type { NotificationContent, NotificationKind } from '../../../shared/notification-kinds.ts'
import { listSchools } from '../../../shared/server/auth/school-scope.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { forEachSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { RenderText } from '../../../shared/server/notifications/render.ts'

type Groups = Readonly<Record<string, string | undefined>>
type Parser = { readonly pattern: RegExp; readonly toParams: (groups: Groups) => object }
/** The parts of a text that stand between quotation marks, which may contain quotation marks themselves. */
const place = '(?: in “(?<group_name>[^]*)”)?'
const parser = (pattern: string, toParams: (groups: Groups) => object = (groups) => ({ ...groups })): Parser => ({
  pattern: new RegExp(`^${pattern}$`),
  toParams,
})

/** The texts as servers before the params stored them. Those of sealed rows are encrypted, and expire after 30 days. */
const parsers: Partial<Record<NotificationKind, Parser>> = {
  comment: parser(`\\{names\\} commented on your post${place}`),
  reply: parser(`\\{names\\} replied to your comment${place}`),
  like: parser(`\\{names\\} liked your (?<item>post|comment)${place}`),
  mention: parser(`\\{names\\} mentioned you in a (?<item>post|comment)${place}`),
  friend_request: parser('\\{names\\} sent you a friend request'),
  friend_accepted: parser('\\{names\\} accepted your friend request'),
  group_invitation: parser('\\{names\\} invited you to “(?<group_name>[^]*)”'),
  join_request: parser('\\{names\\} asked to join “(?<group_name>[^]*)”'),
  join_answer: parser(
    '\\{names\\} (?<outcome>approved|declined) your request to join “(?<group_name>[^]*?)”(?:: (?<message>[^]*))?',
    ({ outcome, group_name, message = '' }) => ({ group_name, approved: outcome === 'approved', message }),
  ),
  announcement: parser('\\{names\\} posted an announcement in “(?<group_name>[^]*)”'),
  answer: parser('\\{names\\} answered “(?<title>[^]*)”'),
  best_answer: parser('\\{names\\} picked your answer to “(?<title>[^]*)” as the best'),
  event_changed: parser('\\{names\\} (?<act>updated|cancelled) “(?<title>[^]*)”', ({ act, title }) => ({
    title,
    cancelled: act === 'cancelled',
  })),
  event_reminder: parser('“(?<title>[^]*)” starts soon'),
  listing_interest: parser('\\{names\\} asked about “(?<title>[^]*)”'),
  rating: parser('You had already rated .*'),
  report: parser('A moderator reviewed your report\\. .*'),
  moderation: parser('(?:You received|Your account was) (?<act>a formal warning|suspended|banned)', ({ act }) => ({
    sanction: act === 'suspended' ? 'suspend' : act === 'banned' ? 'ban' : 'warn',
  })),
}

/** The content that renders to exactly this text; undefined for other texts, such as shortened ones. */
export function parseSentence(render: RenderText, kind: string, sentence: string): NotificationContent | undefined {
  if (!isConvertible(kind)) return undefined
  const { pattern, toParams } = parsers[kind] as Parser
  const match = pattern.exec(sentence)
  if (!match) return undefined
  const params = toParams(match.groups ?? {})
  return render({ kind, params }) === sentence ? ({ kind, params } as NotificationContent) : undefined
}

/** Whether servers before the params stored this kind. */
export const isConvertible = (kind: string): kind is NotificationKind => Object.hasOwn(parsers, kind)

const batchSize = 1000
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Adds the params to rows that servers before the params stored, in small statements. Rows that cannot be converted keep
 * their sentence until they expire.
 */
export const convertSentences = async (db: Db, render: RenderText): Promise<void> =>
  forEachSchool(await listSchools(db), (schoolId) => convertSentencesInSchool(db, schoolId, render))

async function convertSentencesInSchool(db: Db, schoolId: string, render: RenderText): Promise<void> {
  let after = firstId
  for (;;) {
    const { rows } = await sql<{ id: string; kind: string; sentence: string }>`
      select id, kind, sentence from notifications
      where school_id = ${schoolId} and id > ${after}::uuid and params is null and sentence is not null
      order by id limit ${batchSize}`.execute(db)
    const found = rows.flatMap((row) => {
      const content = parseSentence(render, row.kind, row.sentence)
      return content ? [{ ...row, params: JSON.stringify(content.params) }] : []
    })
    await sql`
      update notifications set params = found.params::jsonb
      from unnest(${found.map((row) => row.id)}::uuid[], ${found.map((row) => row.sentence)}::text[],
        ${found.map((row) => row.params)}::text[]) as found (id, sentence, params)
      where notifications.school_id = ${schoolId} and notifications.id = found.id
        and notifications.sentence = found.sentence and notifications.params is null`.execute(db)
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last.id
  }
}
