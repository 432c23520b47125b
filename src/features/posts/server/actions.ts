import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Anonymity, thisMinute } from '../../../shared/server/anonymity.ts'
import { type Db, inTransaction, newId } from '../../../shared/server/db.ts'
import { notFound } from '../../../shared/server/errors.ts'
import { type Viewer, writing } from '../../../shared/server/viewer.ts'
import { mentionedIn } from '../../friends/server/mention-queries.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'
import type { PostInput } from '../contract.ts'

const purposes: readonly Purpose[] = ['post']

/** Who a new row names: its author, or nobody and the two sealed values. Ids of anonymous rows carry no time. */
export async function authorship(anonymity: Anonymity, viewer: Viewer, kind: 'post' | 'comment', anonymous: boolean) {
  if (!anonymous) return { id: newId(), author_id: viewer.id, is_anonymous: false }
  const id = randomUUID()
  const sealed = await anonymity.seal(viewer.id, { schoolId: viewer.schoolId, kind, id })
  return { id, ...sealed, is_anonymous: true, created_at: thisMinute }
}

/** Posts to the school's feed; returns the id, and whom the post mentions. */
export async function createPost(
  db: Db,
  anonymity: Anonymity,
  viewer: Viewer,
  input: z.output<typeof PostInput>,
): Promise<{ id: string; mentions: string[] }> {
  const media = input.media_urls ?? []
  const author = await authorship(anonymity, viewer, 'post', input.is_anonymous ?? false)
  const item = { kind: 'post', id: author.id, purposes, anonymous: author.is_anonymous }
  return writing(db, viewer, async (trx) => {
    if (media.length > 0) await attachUploads(trx, viewer, media, item)
    const mentions = await mentionedIn(trx, viewer, input.content, input.mentions ?? [])
    await trx
      .insertInto('posts')
      .values({
        school_id: viewer.schoolId,
        ...author,
        content: input.content,
        mentions,
        media_urls: media,
        type: media.length > 0 ? 'image' : 'text',
      })
      .execute()
    return { id: author.id, mentions }
  })
}

/** Changes text and media of a post. A post stays named or anonymous as it was born. */
export const updatePost = (
  db: Db,
  viewer: Viewer,
  post: { readonly id: string; readonly is_anonymous: boolean },
  { content, media_urls: media }: { content?: string | undefined; media_urls?: string[] | undefined },
) =>
  writing(db, viewer, async (trx) => {
    if (content === undefined && media === undefined) return
    const { numUpdatedRows } = await trx
      .updateTable('posts')
      .set({
        ...(content === undefined ? {} : { content }),
        ...(media === undefined ? {} : { media_urls: media, type: media.length > 0 ? 'image' : 'text' }),
        edited_at: sql`case when is_anonymous then ${thisMinute} else now() end`,
      })
      .where('school_id', '=', viewer.schoolId)
      .where('id', '=', post.id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('Post not found')
    if (media === undefined) return
    const item = { kind: 'post', id: post.id, purposes, anonymous: post.is_anonymous }
    await attachUploads(trx, viewer, media, item)
  })

/** Deletes a post with its comments, likes and media. */
export const deletePost = (db: Db, schoolId: string, id: string): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('posts')
      .where('school_id', '=', schoolId)
      .where('id', '=', id)
      .executeTakeFirst()
    await releaseUploads(trx, schoolId, 'post', [id])
    return numDeletedRows > 0n
  })
