import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { currentMinute } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { type PendingItem, startOfMinute, toSealedMode } from '../../../shared/server/pending.ts'
import type { App } from '../../../shared/server/services.ts'
import { type StoredNote, toStoredNote } from '../../discussions/server/notes.ts'
import {
  arrangeUploads,
  attachUploads,
  publishUploads,
  releaseUploads,
  reservedType,
} from '../../media/server/actions.ts'
import { toMedia } from '../../media/server/queries.ts'
import { checkNaming } from '../../people/server/naming.ts'
import type { Post, PostInput } from '../contract.ts'
import { postPurposes } from './actions.ts'
import { presentPost } from './present.ts'
import type { PostRow } from './queries.ts'

const kind = 'post'
const editKind = 'post_edit'

/** Until publication the uploads belong to `reservation`, not to the post id: no row may link an owner to the post. */
type PendingBody = {
  readonly content: string
  readonly media: readonly string[]
  readonly reservation: string
  readonly note?: string | null | undefined
  readonly sensitive?: boolean | undefined
  readonly flagged?: boolean
}
export type PendingPost = PendingItem<PendingBody>

type PostChange = {
  readonly content?: string | undefined
  readonly media_urls?: string[] | undefined
  readonly note?: string | null | undefined
  readonly sensitive?: boolean | undefined
  readonly confirmed?: boolean | undefined
}

/** Submits an anonymous post, which is published later. Returns its id, and the item while it is not published. */
export async function submitPost(app: App, trx: Trx, viewer: Viewer, input: z.output<typeof PostInput>) {
  const { content, media_urls: media = [], note, sensitive } = input
  const flagged = await checkNaming(app, trx, viewer, input)
  const body = { content, media, reservation: randomUUID(), note, sensitive, flagged }
  const item = { schoolId: viewer.schoolId, kind, id: randomUUID(), authorId: viewer.id, body }
  await reserve(trx, viewer, body)
  await app.pending.submit(trx, item)
  return { ...item, writtenAt: Date.now() }
}

const reserve = (trx: Trx, viewer: Viewer, { media, reservation }: PendingBody) =>
  attachUploads(trx, viewer, media, { kind: reservedType, id: reservation, purposes: postPurposes, anonymous: false })

/** Updates a post that is not published yet. Returns undefined if it has been published meanwhile. */
export const updatePendingPost = async (
  app: App,
  trx: Trx,
  viewer: Viewer,
  post: PendingPost,
  {
    content = post.body.content,
    media_urls: media = [...post.body.media],
    note = post.body.note,
    sensitive = post.body.sensitive,
    confirmed,
  }: PostChange,
) => {
  const before = { ...post.body, flagged: post.body.flagged ?? false }
  const flagged = await checkNaming(app, trx, viewer, { content, note, confirmed }, before)
  const body = { ...post.body, content, media, note, sensitive, flagged }
  if (!(await app.pending.update(trx, viewer, { ...post, body }))) return undefined
  await reserve(trx, viewer, body)
  return { ...post, body }
}

/** Returns false if the post has been published meanwhile. */
export const removePendingPost = async (app: App, trx: Trx, viewer: Viewer, post: PendingPost) => {
  if (!(await app.pending.remove(trx, viewer, post))) return false
  await releaseUploads(trx, viewer.schoolId, reservedType, [post.body.reservation])
  return true
}

/** Inserts the post as others see it, and removes the owners from its uploads. */
export async function publishPost(
  { anonymity, storage, live }: App,
  trx: Trx,
  { schoolId, id, authorId, sealedMode, body }: PendingPost,
) {
  const { content, media, reservation } = body
  await trx
    .insertInto('posts')
    .values({
      school_id: schoolId,
      id,
      ...(await anonymity.seal(authorId, { schoolId, kind, id }, content)),
      is_anonymous: true,
      sealed_mode: toSealedMode(sealedMode),
      content,
      media_urls: [...media],
      type: media.length > 0 ? 'image' : 'text',
      ...toStoredNote(body),
      flagged: body.flagged ?? false,
      created_at: currentMinute,
    })
    .execute()
  if (media.length > 0) await publishUploads(trx, storage, schoolId, reservation, { kind, id })
  live.publish(trx, { schoolId, everyone: true }, 'post.created', { id }) // leaving the author out would name them
}

/**
 * Submits an edit of a published anonymous post. It is delayed like a new post, because the transaction of a row
 * reveals when the row was last changed. A second edit replaces one that is still pending.
 */
export async function submitEdit(
  app: App,
  trx: Trx,
  viewer: Viewer,
  post: StoredNote & { readonly id: string; readonly content: string; readonly media_urls: readonly string[] },
  input: PostChange,
): Promise<void> {
  const before = await app.pending.findOwn<PendingBody>(trx, viewer, editKind, post.id)
  const { content, media, note, sensitive } = before?.body ?? { ...post, media: post.media_urls }
  const text = { content: input.content ?? content, note: input.note === undefined ? note : input.note }
  const flagged = before?.body.flagged ?? (await findFlag(trx, viewer.schoolId, post.id))
  const check = { ...text, confirmed: input.confirmed }
  const body = {
    ...text,
    media: input.media_urls ?? media,
    sensitive: input.sensitive ?? sensitive,
    flagged: await checkNaming(app, trx, viewer, check, { content, note, flagged }),
    reservation: before?.body.reservation ?? randomUUID(),
  }
  const item = { schoolId: viewer.schoolId, kind: editKind, id: post.id, authorId: viewer.id, body }
  const added = body.media.filter((url) => !post.media_urls.includes(url))
  await reserve(trx, viewer, { ...body, media: added })
  if (before && (await app.pending.update(trx, viewer, { ...before, body }))) return
  await app.pending.submit(trx, item)
}

export async function publishEdit(
  { anonymity, storage }: App,
  trx: Trx,
  { schoolId, id, authorId, sealedMode, body }: PendingPost,
) {
  const { content, media, reservation } = body
  const { numUpdatedRows } = await trx
    .updateTable('posts')
    .set({
      content,
      // An edit does not move the month in which authorship ends.
      ...(await anonymity.seal(authorId, { schoolId, kind, id }, content, () => findCreationTime(trx, schoolId, id))),
      // The earlier text was written under the earlier mode: the stricter one protects both.
      sealed_mode: sql<string | null>`nullif(stricter_seal_mode(sealed_mode, ${toSealedMode(sealedMode)}), 'one')`,
      media_urls: [...media],
      type: media.length > 0 ? 'image' : 'text',
      ...toStoredNote(body),
      ...(body.flagged !== undefined && { flagged: body.flagged }), // absent in edits of an earlier release
      edited_at: currentMinute,
    })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Post not found')
  await publishUploads(trx, storage, schoolId, reservation, { kind, id })
  await arrangeUploads(trx, schoolId, { kind, id }, media)
}

async function findFlag(trx: Trx, schoolId: string, id: string): Promise<boolean> {
  const post = await trx
    .selectFrom('posts')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .select('flagged')
    .executeTakeFirst()
  return post?.flagged ?? false
}

async function findCreationTime(trx: Trx, schoolId: string, id: string): Promise<Date> {
  const post = await trx
    .selectFrom('posts')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .select('created_at')
    .executeTakeFirst()
  if (!post) throw notFound('Post not found')
  return post.created_at
}

/** Applies the viewer's own pending edits, which other users do not see yet, to published posts. */
export const withPendingEdits = (rows: readonly PostRow[], own: readonly PendingItem[]): PostRow[] => {
  const edits = new Map(own.filter((item) => item.kind === editKind).map((item) => [item.id, item as PendingPost]))
  return rows.map((row) => {
    const edit = edits.get(row.id)
    if (!edit) return row
    const { content, media } = edit.body
    const edited_at = startOfMinute(edit.writtenAt)
    const type = media.length > 0 ? 'image' : 'text'
    return { ...row, content, media_urls: [...media], type, edited_at, ...toStoredNote(edit.body) }
  })
}

/** The viewer's own pending items that are new posts. */
export const pendingPostsAmong = (own: readonly PendingItem[]) =>
  own.filter((item) => item.kind === kind) as PendingPost[]

/** Presents posts that are not published yet to their author. */
export async function presentPendingPosts(db: Db, viewer: Viewer, items: readonly PendingPost[]): Promise<Post[]> {
  const reservations = items.filter(({ body }) => body.media.length > 0).map(({ body }) => body.reservation)
  const byReservation = await toMedia(db, viewer.schoolId, reservedType, reservations)
  return items.map((item) => {
    const media = byReservation.get(item.body.reservation) ?? []
    return { ...presentPost({ row: toRow(item), media }, !viewer.hidesOwn), pending: true }
  })
}

/** The row that the item would become if it were published now. */
function toRow({ schoolId, id, writtenAt, body }: PendingPost): PostRow {
  return {
    id,
    school_id: schoolId,
    author_id: null,
    author_tag: null,
    author_name: null,
    author_avatar: null,
    author_is_staff: false,
    content: body.content,
    mentions: [],
    type: body.media.length > 0 ? 'image' : 'text',
    media_urls: [...body.media],
    is_anonymous: true,
    like_count: 0,
    comment_count: 0,
    ...toStoredNote(body),
    edited_at: null,
    created_exactly: startOfMinute(writtenAt),
    is_liked: false,
  }
}
