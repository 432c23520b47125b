import { createHash } from 'node:crypto'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { Job } from '../../../shared/server/jobs/jobs.ts'
import { pushes } from '../../../shared/server/metrics.ts'
import { type BadgeCounter, type PushContent, type PushSource, pushJob } from '../../../shared/server/push.ts'
import type { App } from '../../../shared/server/services.ts'
import { testKind } from './actions.ts'
import {
  countBacklog,
  deleteDue,
  dueSchools,
  listPushDevices,
  type PushDevice,
  postpone,
  storeOutcomes,
  type TakenPush,
  takeDue,
  takeHeld,
} from './due-queries.ts'
import { loadPushKey, type PushKey } from './keys.ts'
import { toPayload, toSummary, toTest } from './payload.ts'
import type { PushClient } from './push-client.ts'

/** Rows that one job sends at a time. */
const batchSize = 25
/** Users whose summaries one job sends at a time. */
const summaryBatch = 10
/** With this many waiting rows of a school only urgent pushes are sent, and the others become summaries. */
const maxBacklog = 10_000
const backlogPauseMs = 10 * 60_000
const maxAgeMs = 24 * 3600_000
/** First delay after a push service was busy; later ones grow with the age of the push. */
const minRetryMs = 30_000

const summaryTopic = 'summary'

type Sender = Pick<App, 'db' | 'anonymity' | 'config' | 'http' | 'limits' | 'visibleTabs'>
type Sources = { readonly sources: readonly PushSource[]; readonly badges: readonly BadgeCounter[] }
type Session = Sender & Sources & { readonly client: PushClient; readonly key: PushKey; readonly schoolId: string }

/** A push to all devices of a user. */
type Outgoing = {
  readonly userId: string
  readonly payload: string
  readonly topic: string
  readonly isUrgent: boolean
  readonly ttlSeconds: number
}

/** The jobs that send pushes: soon after each event, and every minute what is due by then. */
export const pushJobs = (app: Sender, client: PushClient, sources: Sources): readonly Job[] => [
  {
    name: pushJob,
    queue: 'push',
    cron: '* * * * *',
    run: (_, signal) => sendDuePushes(app, client, sources, { signal }),
  },
]

/**
 * Sends what is due until nothing is left. Rows are leased in one transaction, checked and sent outside of it, and then
 * deleted: after a crash a push is repeated, and replaces the earlier one on the device.
 */
export async function sendDuePushes(
  app: Sender,
  client: PushClient,
  sources: Sources,
  { signal, backlog = maxBacklog }: { signal?: AbortSignal | undefined; backlog?: number } = {},
): Promise<void> {
  const key = await loadPushKey(app)
  if (!key) return
  const session = { ...app, ...sources, client, key }
  // One batch of each school at a time: a school with a backlog delays no other.
  for (let taken = 1; taken > 0 && !signal?.aborted; ) {
    taken = 0
    await forEachDueSchool(app.db, dueSchools, async (schoolId) => {
      if (signal?.aborted) return
      const rows = await withTransaction(app.db, (trx) => takeDue(trx, schoolId, batchSize))
      const held = await withTransaction(app.db, (trx) => takeHeld(trx, schoolId, summaryBatch))
      taken += rows.length + held.length
      const isOverloaded = rows.length === batchSize && (await countBacklog(app.db, schoolId, backlog)) >= backlog
      if (rows.length > 0) await sendRows({ ...session, schoolId }, rows, isOverloaded)
      if (held.length > 0) await sendSummaries({ ...session, schoolId }, held)
    })
  }
}

async function sendRows(session: Session, taken: readonly TakenPush[], isOverloaded: boolean): Promise<void> {
  const rows = await dropUnwanted(session, taken)
  const contents = await loadContents(session, rows)
  const badges = await countBadges(session, rows)
  await deleteDue(
    session.db,
    rows.filter((row) => !contents.has(row)),
  )
  const devices = await listPushDevices(session.db, session.schoolId, rows, session.key.id)
  const outcomes = await Promise.all(
    rows.map(async (row) => {
      const content = contents.get(row)
      if (!content) return noOutcomes
      const limited = content === 'test' ? 0 : await secondsToHold(session, row, content, isOverloaded)
      if (limited > 0) {
        await postpone(session.db, row, { until: new Date(Date.now() + limited * 1000), isHeld: true })
        return noOutcomes
      }
      const { productName, publicUrl } = session.config
      const frame = { productName, publicUrl, link: row.link, tag: row.topic, badge: badges.get(row.userId) ?? 0 }
      const expiresAt = content === 'test' ? undefined : content.expiresAt
      return sendToUser(session, [row], devices, {
        userId: row.userId,
        topic: row.topic,
        payload: content === 'test' ? toTest(frame) : toPayload(content, row.lockScreen, frame),
        isUrgent: content !== 'test' && content.isUrgent,
        ttlSeconds: secondsLeft(row, expiresAt),
      })
    }),
  )
  await finish(session, join(outcomes))
}

/** One summary for each user of what is still unread. */
async function sendSummaries(session: Session, taken: readonly TakenPush[]): Promise<void> {
  const rows = await dropUnwanted(session, taken)
  const contents = await loadContents(session, rows)
  const badges = await countBadges(session, rows)
  await deleteDue(
    session.db,
    rows.filter((row) => !contents.has(row)),
  )
  const devices = await listPushDevices(session.db, session.schoolId, rows, session.key.id)
  const unread = rows.filter((row) => contents.has(row))
  const people = [...new Set(unread.map(({ userId }) => userId))]
  const outcomes = await Promise.all(
    people.map((userId) => {
      const own = unread.filter((row) => row.userId === userId)
      const count = own.reduce((sum, row) => sum + toCount(contents.get(row)), 0)
      const link = own.every(({ kind }) => kind === 'message') ? '/messages' : '/notifications'
      const { productName, publicUrl } = session.config
      const frame = { productName, publicUrl, link, tag: summaryTopic, badge: badges.get(userId) ?? 0 }
      const payload = toSummary(count, own[0]?.lockScreen ?? 'sender', frame)
      const ttlSeconds = maxAgeMs / 1000
      return sendToUser(session, own, devices, { userId, topic: summaryTopic, payload, isUrgent: false, ttlSeconds })
    }),
  )
  await finish(session, join(outcomes))
}

async function finish({ db, http, schoolId }: Session, outcomes: Outcomes): Promise<void> {
  const hosts = [...new Set(outcomes.refused.map(({ endpoint }) => new URL(endpoint).host))]
  if (hosts.length > 0) http.log.warn({ hosts, count: outcomes.refused.length }, 'push service refused pushes')
  await storeOutcomes(db, schoolId, outcomes)
}

const toCount = (content: PushContent | 'test' | undefined) => (content && content !== 'test' ? content.count : 1)

/** Deletes rows of users who may not or need not be notified, postpones those in quiet hours, and returns the others. */
async function dropUnwanted(session: Session, taken: readonly TakenPush[]): Promise<TakenPush[]> {
  const { db, visibleTabs } = session
  const dropped: TakenPush[] = []
  const kept: TakenPush[] = []
  for (const row of taken) {
    const isTest = row.kind === testKind
    const isOver = Date.now() - row.firstAt.getTime() >= maxAgeMs
    if (!row.mayReceive || isOver) dropped.push(row)
    else if (isTest) kept.push(row)
    else if (row.quietUntil && row.kind !== 'urgent_case')
      await postpone(db, row, { until: row.quietUntil, isHeld: true })
    else if (await visibleTabs.isVisible({ schoolId: row.schoolId, id: row.userId })) dropped.push(row)
    else kept.push(row)
  }
  await deleteDue(db, dropped)
  return kept
}

/** The contents of the rows that are still unread, one query per source. */
async function loadContents({ db, sources }: Session, rows: readonly TakenPush[]) {
  const contents = new Map<TakenPush, PushContent | 'test'>()
  for (const row of rows) if (row.kind === testKind) contents.set(row, 'test')
  for (const { kinds, load } of sources) {
    const own = rows.flatMap((row) =>
      row.kind !== testKind && kinds.includes(row.kind) ? [{ ...row, kind: row.kind, row }] : [],
    )
    if (own.length === 0) continue
    const loaded = await load(
      db,
      own.map(({ schoolId, userId, kind, link, lockScreen }) => {
        return { schoolId, userId, kind, link, showsText: lockScreen === 'everything' }
      }),
    )
    for (const [index, { row }] of own.entries()) {
      const content = loaded[index]
      if (content && !(content.expiresAt && content.expiresAt.getTime() <= Date.now())) contents.set(row, content)
    }
  }
  return contents
}

async function countBadges({ db, badges }: Session, rows: readonly TakenPush[]): Promise<Map<string, number>> {
  const totals = new Map<string, number>()
  if (rows.length === 0) return totals
  const people = [...new Map(rows.map(({ schoolId, userId }) => [userId, { schoolId, userId }])).values()]
  for (const count of badges)
    for (const [userId, unread] of await count(db, people)) totals.set(userId, (totals.get(userId) ?? 0) + unread)
  return totals
}

/** Seconds for which this push is held back, to become part of a summary: 0 for none. */
async function secondsToHold(
  { limits }: Session,
  row: TakenPush,
  { isUrgent }: PushContent,
  isOverloaded: boolean,
): Promise<number> {
  if (isOverloaded && !isUrgent) return backlogPauseMs / 1000
  return limits.takeHourly('push', row.userId)
}

type Outcomes = { readonly sent: PushDevice[]; readonly gone: PushDevice[]; readonly refused: PushDevice[] }
const noOutcomes: Outcomes = { sent: [], gone: [], refused: [] }
const join = (all: readonly Outcomes[]): Outcomes => ({
  sent: all.flatMap(({ sent }) => sent),
  gone: all.flatMap(({ gone }) => gone),
  refused: all.flatMap(({ refused }) => refused),
})

/** Sends to all devices of a user, then deletes the rows, or postpones them if a push service was busy. */
async function sendToUser(
  session: Session,
  rows: readonly TakenPush[],
  devices: readonly PushDevice[],
  push: Outgoing,
): Promise<Outcomes> {
  const own = devices.filter(({ userId }) => userId === push.userId)
  const results = await Promise.all(
    own.map(async (device) => ({ device, result: await sendToDevice(session, device, push) })),
  )
  const pick = (outcome: string) =>
    results.filter(({ result }) => result.outcome === outcome).map(({ device }) => device)
  const waits = results.flatMap(({ result }) =>
    result.outcome === 'later' ? [(result.retryAfterSeconds ?? 0) * 1000] : [],
  )
  if (waits.length === 0) await deleteDue(session.db, rows)
  for (const row of waits.length > 0 ? rows : []) {
    const age = Date.now() - row.firstAt.getTime()
    const until = new Date(Date.now() + Math.max(minRetryMs, age, ...waits))
    await postpone(session.db, row, { until, isHeld: false })
  }
  return { sent: pick('sent'), gone: pick('gone'), refused: pick('refused') }
}

async function sendToDevice(
  { anonymity, client, config, key }: Session,
  { endpoint, p256dh, auth, userId }: PushDevice,
  { payload, topic, isUrgent, ttlSeconds }: Outgoing,
) {
  const { default: webPush } = await import('web-push') // loaded with the first push, to save memory until then
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: config.push?.subject ?? '', publicKey: key.publicKey, privateKey: key.privateKey },
    contentEncoding: 'aes128gcm',
    TTL: ttlSeconds,
    urgency: isUrgent ? 'high' : 'normal',
    topic: toTopicHeader(anonymity.serviceHash('push topic', userId, topic)),
  })
  const result = await client.send({ endpoint, headers: headers as Record<string, string>, body: body as Buffer })
  pushes.count(result.outcome)
  return result
}

/** 32 characters that reveal no conversation, and differ between users. */
const toTopicHeader = (keyed: Buffer) => createHash('sha256').update(keyed).digest('base64url').slice(0, 32)

const secondsLeft = ({ firstAt }: TakenPush, expiresAt: Date | undefined): number => {
  const end = Math.min(firstAt.getTime() + maxAgeMs, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY)
  return Math.max(0, Math.floor((end - Date.now()) / 1000))
}
