import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { exactSeconds } from '../../../shared/server/db/cursor.ts'
import { prepared } from '../../../shared/server/db/prepared.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound, unauthorized } from '../../../shared/server/http/errors.ts'
import { audienceColumns, type PostCounts } from '../../discussions/server/counts.ts'
import { type StoredNote, toStoredNote } from '../../discussions/server/notes.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'
import { mentionsJson, resolveMentions } from '../../people/server/mention-queries.ts'
import type { PostInput } from '../contract.ts'
import type { PostRow } from './queries.ts'

/** `muted_by`: who is not informed of a new post. */
type CreatedPost = PostRow & Pick<PostCounts, 'hidden_from'> & { readonly muted_by: readonly string[] }

export const postPurposes: readonly Purpose[] = ['post']

type PostValues = StoredNote & {
  school: string
  id: string
  author: string
  content: string
  mentions: readonly string[]
  media: readonly string[]
}

/** Inserts a post and returns it as its author sees it, with its audience. */
const insert = prepared<PostValues, CreatedPost>(
  (_db, { school, id, author, content, mentions, media, note, sensitive }) => sql<CreatedPost>`
  with inserted as (
    insert into posts (school_id, id, author_id, is_anonymous, content, mentions, media_urls, note, sensitive, type)
    select ${school}::uuid, ${id}::uuid, ${author}::uuid, false, ${content}::text, ${mentions}::uuid[], ${media}::text[], ${note}::text,
      ${sensitive}::boolean,
      case when ${media}::text[] = '{}' then 'text' else 'image' end
    returning *)
  select posts.id, posts.school_id, posts.author_id, posts.author_tag, author.name as author_name,
    author.avatar_url as author_avatar, author.role <> 'student' as author_is_staff, posts.content,
    ${mentionsJson('posts')} as mentions, posts.type, posts.media_urls, posts.is_anonymous, posts.like_count,
    posts.comment_count, posts.note, posts.sensitive, null::int8 as edited_at,
    ${exactSeconds('posts.created_at')} as created_exactly, false as is_liked,
    ${audienceColumns(sql`null`)}, array(select user_id from mutes
      where mutes.school_id = posts.school_id and mutes.muted_id = posts.author_id) as muted_by
  from inserted as posts
  join users as author on author.school_id = posts.school_id and author.id = posts.author_id`,
)

/** Creates a post in the school's feed under the viewer's name. Returns it with the ids of the mentioned users. */
export async function createPost(
  trx: Trx,
  viewer: Viewer,
  input: z.output<typeof PostInput>,
): Promise<{ row: CreatedPost; mentions: string[] }> {
  const media = input.media_urls ?? []
  const id = newId()
  const item = { kind: 'post', id, purposes: postPurposes, anonymous: false }
  if (media.length > 0) await attachUploads(trx, viewer, media, item)
  const mentions = await resolveMentions(trx, viewer, input.content, input.mentions ?? [])
  const values = {
    school: viewer.schoolId,
    id,
    author: viewer.id,
    content: input.content,
    mentions,
    media,
    ...toStoredNote(input),
  }
  const [row] = await insert(trx, values)
  if (!row) throw unauthorized() // the account was removed since the session was read
  return { row, mentions }
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
    .where('withheld_at', 'is', null)
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
