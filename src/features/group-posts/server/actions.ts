import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { toStoredNote } from '../../discussions/server/notes.ts'
import type { GroupRole } from '../../groups/contract.ts'
import { lockMembership } from '../../groups/server/membership.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'
import { resolveMentions } from '../../people/server/mention-queries.ts'
import { deletePost } from '../../posts/server/actions.ts'
import type { GroupPostInput, GroupPostType, groupPosts } from '../contract.ts'
import { canPin } from './policy.ts'
import type { Poll } from './queries.ts'

const purposes: readonly Purpose[] = ['group_post', 'post']
/** Maximum size of one image in a group post. */
const maxImageBytes = 5 * 1024 * 1024

type Input = z.output<typeof GroupPostInput>

/**
 * The stored type of a post: images turn a text post into an image post, announced texts and images are announcements.
 */
function postType({ type = 'text', images = [], is_announcement }: Input): GroupPostType {
  if (type === 'text' || type === 'image')
    return is_announcement ? 'announcement' : images.length > 0 ? 'image' : 'text'
  return type
}

function assertAllowedType(role: GroupRole | null, wants: boolean | undefined) {
  if (wants && !canPin({ user_role: role })) throw forbidden('Only group admins can pin posts and post announcements.')
}

/** Creates a post in a group. Returns its id and the ids of the mentioned users. */
export const createGroupPost = async (trx: Trx, viewer: Viewer, groupId: string, input: Input) => {
  const role = await lockMembership(trx, viewer, groupId)
  const type = postType(input)
  const isAnnouncement = input.is_announcement ?? type === 'announcement'
  assertAllowedType(role, isAnnouncement || type === 'announcement' || input.is_pinned)
  const id = newId()
  await attachImages(trx, viewer, id, input.images ?? [])
  const mentions = await resolveMentions(trx, viewer, input.content, input.mentions ?? [])
  await trx
    .insertInto('posts')
    .values({
      school_id: viewer.schoolId,
      id,
      group_id: groupId,
      author_id: viewer.id,
      content: input.content,
      mentions,
      type,
      media_urls: input.images ?? [],
      tags: input.tags ?? [],
      visibility: input.visibility ?? 'group',
      is_pinned: input.is_pinned ?? false,
      is_announcement: isAnnouncement,
      ...toStoredNote(input),
    })
    .execute()
  if (type === 'poll') {
    const options = input.poll_options ?? []
    await trx
      .insertInto('poll_options')
      .values(options.map((text, position) => ({ school_id: viewer.schoolId, post_id: id, position, text })))
      .execute()
  }
  return { id, mentions }
}

type Changes = z.output<typeof groupPosts.update.body>

/** Updates the given fields only. Poll options cannot change, since users may have voted for them. */
export const updateGroupPost = async (
  trx: Trx,
  viewer: Viewer,
  post: { readonly id: string; readonly group_id: string; readonly type: GroupPostType },
  { images, is_pinned, is_announcement, ...texts }: Changes,
): Promise<void> => {
  const role = await lockMembership(trx, viewer, post.group_id)
  assertAllowedType(role, is_pinned !== undefined || is_announcement !== undefined)
  const words = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined))
  const isEdit = images !== undefined || Object.keys(words).length > 0
  if (images !== undefined) await attachImages(trx, viewer, post.id, images)
  const plain = post.type === 'text' || post.type === 'image'
  const changes = {
    ...words,
    ...(images === undefined ? {} : { media_urls: images }),
    ...(images === undefined || !plain ? {} : { type: images.length > 0 ? 'image' : 'text' }),
    ...(is_pinned === undefined ? {} : { is_pinned }),
    ...(is_announcement === undefined ? {} : { is_announcement }),
    ...(isEdit ? { edited_at: sql<Date>`now()` } : {}),
  }
  if (Object.keys(changes).length === 0) return
  const { numUpdatedRows } = await trx
    .updateTable('posts')
    .set(changes)
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', post.id)
    .where('withheld_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Post not found')
}

/** Attaches the viewer's uploads to a post. Videos and files larger than 5 MB are for the feed only. */
async function attachImages(trx: Trx, viewer: Viewer, id: string, urls: readonly string[]) {
  const media = await attachUploads(trx, viewer, urls, { kind: 'group_post', id, purposes, anonymous: false })
  if (media.length === 0) return
  const large = await trx
    .selectFrom('uploads')
    .where('school_id', '=', viewer.schoolId)
    .where('item_kind', '=', 'group_post')
    .where('item_id', '=', id)
    .where((row) => row.or([row('kind', '=', 'video'), sql<boolean>`bytes > ${maxImageBytes}`]))
    .select('name')
    .executeTakeFirst()
  const problem = 'Each photo can be up to 5 MB.'
  if (large) throw badRequest(problem, { images: problem })
}

/** Deletes a group post with its comments, likes, votes and images. Returns false when it was already deleted. */
export async function deleteGroupPost(trx: Trx, schoolId: string, id: string): Promise<boolean> {
  const isGone = await deletePost(trx, schoolId, id)
  await releaseUploads(trx, schoolId, 'group_post', [id])
  return isGone
}

/**
 * Votes for an option, replacing an earlier vote. The caller has locked the poll (`lockPoll`), so that votes are
 * serialized. A trigger counts votes, because they also disappear with accounts.
 */
export async function vote(trx: Trx, viewer: Viewer, poll: Poll, position: number): Promise<void> {
  if (position >= poll.options) {
    const problem = poll.type === 'poll' ? 'That option is no longer in the poll.' : 'This post doesn’t have a poll.'
    throw badRequest(problem, { option_index: problem })
  }
  await storeVote(trx, { school: viewer.schoolId, post: poll.id, person: viewer.id, position })
}

const storeVote = prepared(
  (
    db,
    { school, post, person, position }: SqlParams<{ school: string; post: string; person: string; position: number }>,
  ) =>
    db
      .insertInto('poll_votes')
      .values({ school_id: school, post_id: post, user_id: person, position })
      .onConflict((same) =>
        same
          .columns(['school_id', 'post_id', 'user_id'])
          .doUpdateSet({ position: (now) => now.ref('excluded.position') })
          .where(sql<boolean>`poll_votes.position <> excluded.position`),
      ),
)
