import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { type PendingItem, startOfMinute, toSealedMode } from '../../../shared/server/pending.ts'
import type { App } from '../../../shared/server/services.ts'
import { toStoredNote } from '../../discussions/server/notes.ts'
import { checkNaming } from '../../people/server/naming.ts'
import type { Comment, comments } from '../contract.ts'
import type { CommentRow } from './comment-queries.ts'
import { feed } from './discussion.ts'
import { presentComment } from './present.ts'

const kind = 'comment'

type PendingBody = {
  readonly post_id: string
  readonly parent_id: string | null
  readonly content: string
  readonly note?: string | null | undefined
  readonly sensitive?: boolean | undefined
  readonly flagged?: boolean
}
export type PendingComment = PendingItem<PendingBody>

/** Submits an anonymous comment, which is published later. */
export async function submitComment(
  app: App,
  trx: Trx,
  viewer: Viewer,
  { post_id, parent_id = null, content, note, sensitive, confirmed }: z.output<typeof comments.create.body>,
): Promise<PendingComment> {
  const flagged = await checkNaming(app, trx, viewer, { content, note, confirmed })
  const body = { post_id, parent_id, content, note, sensitive, flagged }
  const item = { schoolId: viewer.schoolId, kind, id: randomUUID(), authorId: viewer.id, body }
  await app.pending.submit(trx, item)
  return { ...item, writtenAt: Date.now() }
}

/** Returns false if the comment has been published meanwhile. */
export const removePendingComment = (app: App, trx: Trx, viewer: Viewer, comment: PendingComment) =>
  app.pending.remove(trx, viewer, comment)

/** Inserts the comment as others see it, and notifies the authors of the post and the parent. */
export async function publishComment(app: App, trx: Trx, { schoolId, id, authorId, sealedMode, body }: PendingComment) {
  const seal = await app.anonymity.seal(authorId, { schoolId, kind, id }, body.content)
  const sealed = { ...seal, sealed_mode: toSealedMode(sealedMode) }
  const parent = body.parent_id ? await findParent(trx, schoolId, body.parent_id) : undefined
  if (body.parent_id && !parent) throw notFound('Comment not found')
  const post = { id: body.post_id, author_id: null } // only the author of an anonymous post comments anonymously
  await feed.commentAnonymously(app, trx, { id: authorId, schoolId }, post, { ...body, id, parent }, sealed)
}

const findParent = (trx: Trx, schoolId: string, id: string) =>
  trx
    .selectFrom('comments')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .select(['id', 'post_id', 'author_id'])
    .executeTakeFirst()

/** Presents comments that are not published yet to their author. */
export const presentPendingComments = (viewer: Viewer, items: readonly PendingComment[]): Comment[] =>
  items.map((item) => ({ ...presentComment(toRow(item), !viewer.hidesOwn), pending: true }))

/** The viewer's own pending comments on a post. */
export const pendingCommentsBelow = (own: readonly PendingItem[], postId: string) =>
  (own.filter((item) => item.kind === kind) as PendingComment[]).filter(({ body }) => body.post_id === postId)

/** The row that the item would become if it were published now. */
const toRow = ({ schoolId, id, writtenAt, body }: PendingComment): CommentRow => ({
  id,
  school_id: schoolId,
  post_id: body.post_id,
  parent_id: body.parent_id,
  author_id: null,
  author_tag: null,
  author_name: null,
  author_avatar: null,
  author_is_staff: false,
  content: body.content,
  mentions: [],
  is_anonymous: true,
  like_count: 0,
  ...toStoredNote(body),
  created_at: startOfMinute(writtenAt),
  is_liked: false,
})
