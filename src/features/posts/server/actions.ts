import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'
import { resolveMentions } from '../../people/server/mention-queries.ts'
import type { PostInput } from '../contract.ts'

export const postPurposes: readonly Purpose[] = ['post']

/** Creates a post in the school's feed under the viewer's name. Returns its id and the ids of the mentioned users. */
export async function createPost(
  trx: Trx,
  viewer: Viewer,
  input: z.output<typeof PostInput>,
): Promise<{ id: string; mentions: string[] }> {
  const media = input.media_urls ?? []
  const id = newId()
  const item = { kind: 'post', id, purposes: postPurposes, anonymous: false }
  if (media.length > 0) await attachUploads(trx, viewer, media, item)
  const mentions = await resolveMentions(trx, viewer, input.content, input.mentions ?? [])
  await trx
    .insertInto('posts')
    .values({
      school_id: viewer.schoolId,
      id,
      author_id: viewer.id,
      is_anonymous: false,
      content: input.content,
      mentions,
      media_urls: media,
      type: media.length > 0 ? 'image' : 'text',
    })
    .execute()
  return { id, mentions }
}

/** Updates text and media of a named post. A post stays named or anonymous as it was created. */
export const updatePost = async (
  trx: Trx,
  viewer: Viewer,
  post: { readonly id: string },
  { content, media_urls: media }: { content?: string | undefined; media_urls?: string[] | undefined },
) => {
  if (content === undefined && media === undefined) return
  const { numUpdatedRows } = await trx
    .updateTable('posts')
    .set({
      ...(content === undefined ? {} : { content }),
      ...(media === undefined ? {} : { media_urls: media, type: media.length > 0 ? 'image' : 'text' }),
      edited_at: sql`now()`,
    })
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', post.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Post not found')
  if (media === undefined) return
  await attachUploads(trx, viewer, media, { kind: 'post', id: post.id, purposes: postPurposes, anonymous: false })
}

/** Deletes a post with its comments, likes and media. */
export const deletePost = async (trx: Trx, schoolId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('posts')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  await releaseUploads(trx, schoolId, 'post', [id])
  return numDeletedRows > 0n
}
