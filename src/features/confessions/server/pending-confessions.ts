import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { forbidden } from '../../../shared/server/http/errors.ts'
import { type PendingItem, startOfMinute, toSealedMode } from '../../../shared/server/pending.ts'
import type { App } from '../../../shared/server/services.ts'
import { toStoredNote } from '../../discussions/server/notes.ts'
import { checkNaming } from '../../people/server/naming.ts'
import type { Category, Confession, confessions } from '../contract.ts'
import { presentConfession } from './present.ts'
import type { ConfessionRow } from './queries.ts'

const kind = 'confession'

type PendingBody = {
  readonly content: string
  readonly category: Category
  readonly note?: string | null | undefined
  readonly sensitive?: boolean | undefined
  readonly flagged?: boolean
  /** Whether a moderator reads it first, by the school's choice when it was written. */
  readonly waits?: boolean
}
export type PendingConfession = PendingItem<PendingBody>

/** Accepts a confession, which is published later. Throws 403 at a school without confessions. */
export async function submitConfession(
  app: App,
  trx: Trx,
  viewer: Viewer,
  { content, category = 'general', note, sensitive, confirmed }: z.output<typeof confessions.create.body>,
): Promise<PendingConfession> {
  if (viewer.confessionsMode === 'off') throw forbidden('Your school does not have confessions.')
  const waits = viewer.confessionsMode === 'read_first'
  const flagged = await checkNaming(app, trx, viewer, { content, note, confirmed })
  const body = { content, category, note, sensitive, flagged, ...(waits && { waits }) }
  const item = { schoolId: viewer.schoolId, kind, id: randomUUID(), authorId: viewer.id, body }
  await app.pending.submit(trx, item)
  return { ...item, writtenAt: Date.now() }
}

/** Returns false when it has already been published. */
export const removePendingConfession = (app: App, trx: Trx, viewer: Viewer, confession: PendingConfession) =>
  app.pending.remove(trx, viewer, confession)

/**
 * Publishes a confession, or lets it wait for a moderator where the school wants that or wanted it when it was written. It
 * gets the school's next number only when it appears: numbers in the order of submission would reveal who wrote between
 * two other confessions.
 */
export async function publishConfession(
  anonymity: Anonymity,
  trx: Trx,
  { schoolId: school_id, id, authorId, sealedMode, body }: PendingConfession,
): Promise<void> {
  const sealed = await anonymity.seal(authorId, { schoolId: school_id, kind, id }, body.content)
  const number = body.waits ? null : await takeNumber(trx, school_id)
  await trx
    .insertInto('confessions')
    .values({
      school_id,
      id,
      confession_number: number,
      state: number === null ? 'waiting' : 'shown',
      ...sealed,
      sealed_mode: toSealedMode(sealedMode),
      content: body.content,
      category: body.category,
      ...toStoredNote(body),
      flagged: body.flagged ?? false,
    })
    .execute()
}

/** The next number of a school. Null where confessions do not appear without a moderator. */
async function takeNumber(trx: Trx, schoolId: string): Promise<number | null> {
  const { rows } = await sql<{ last: number }>`
    insert into confession_numbers (school_id, last) select ${schoolId}::uuid, 1 from schools
    where id = ${schoolId} and confessions_mode = 'on'
    on conflict (school_id) do update set last = confession_numbers.last + 1 returning last`.execute(trx)
  return rows[0]?.last ?? null
}

/** Presents unpublished confessions to their author, without numbers. */
export const presentPendingConfessions = (viewer: Viewer, items: readonly PendingConfession[]): Confession[] =>
  items.map((item) => ({
    ...presentConfession({ row: toRow(item), isLiked: false }, !viewer.hidesOwn),
    pending: true,
    ...(item.body.waits && { state: 'waiting' as const }),
  }))

/** The confessions among the viewer's own pending items, latest first. */
export const pendingConfessionsAmong = (own: readonly PendingItem[], category: Category | undefined) =>
  (own.filter((item) => item.kind === kind) as PendingConfession[])
    .filter(({ body }) => category === undefined || body.category === category)
    .reverse()

/** The row that the item would become if it were published now. */
const toRow = ({ schoolId, id, writtenAt, body }: PendingConfession): ConfessionRow => ({
  id,
  school_id: schoolId,
  confession_number: 0,
  author_tag: Buffer.alloc(0),
  content: body.content,
  category: body.category,
  ...toStoredNote(body),
  likes_count: 0,
  created_at: startOfMinute(writtenAt),
  trending: false,
})
