import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { type PendingItem, startOfMinute, toSealedMode } from '../../../shared/server/pending.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Category, Confession } from '../contract.ts'
import { presentConfession } from './present.ts'
import type { ConfessionRow } from './queries.ts'

const kind = 'confession'

type PendingBody = { readonly content: string; readonly category: Category }
export type PendingConfession = PendingItem<PendingBody>

/** Accepts a confession, which is published later. */
export async function submitConfession(
  app: App,
  trx: Trx,
  viewer: Viewer,
  { content, category = 'general' }: { readonly content: string; readonly category?: Category | undefined },
): Promise<PendingConfession> {
  const body = { content, category }
  const item = { schoolId: viewer.schoolId, kind, id: randomUUID(), authorId: viewer.id, body }
  await app.pending.submit(trx, item)
  return { ...item, writtenAt: Date.now() }
}

/** Returns false when it has already been published. */
export const removePendingConfession = (app: App, trx: Trx, viewer: Viewer, confession: PendingConfession) =>
  app.pending.remove(trx, viewer, confession)

/**
 * Publishes a confession. It gets the school's next number only in this transaction: numbers in the order of submission
 * would reveal who wrote between two other confessions.
 */
export async function publishConfession(
  anonymity: Anonymity,
  trx: Trx,
  { schoolId: school_id, id, authorId, sealedMode, body }: PendingConfession,
): Promise<void> {
  const sealed = await anonymity.seal(authorId, { schoolId: school_id, kind, id }, body.content)
  const { last } = await trx
    .insertInto('confession_numbers')
    .values({ school_id, last: 1 })
    .onConflict((counter) => counter.column('school_id').doUpdateSet({ last: sql`confession_numbers.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('confessions')
    .values({ school_id, id, confession_number: last, ...sealed, sealed_mode: toSealedMode(sealedMode), ...body })
    .execute()
}

/** Presents unpublished confessions to their author, without numbers. */
export const presentPendingConfessions = (
  anonymity: Anonymity,
  viewer: Viewer,
  items: readonly PendingConfession[],
): Confession[] =>
  items.map((item) => ({
    ...presentConfession({ row: toRow(anonymity, item), isLiked: false }, viewer, anonymity),
    pending: true,
  }))

/** The confessions among the viewer's own pending items, latest first. */
export const pendingConfessionsAmong = (own: readonly PendingItem[], category: Category | undefined) =>
  (own.filter((item) => item.kind === kind) as PendingConfession[])
    .filter(({ body }) => category === undefined || body.category === category)
    .reverse()

/** The row that the item would become if it were published now. */
const toRow = (
  anonymity: Anonymity,
  { schoolId, id, authorId, writtenAt, body }: PendingConfession,
): ConfessionRow => ({
  id,
  school_id: schoolId,
  confession_number: 0,
  author_tag: anonymity.tag(authorId, { schoolId, kind, id }),
  ...body,
  likes_count: 0,
  created_at: startOfMinute(writtenAt),
  trending: false,
})
