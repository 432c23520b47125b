import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { StoredAuthorship } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import { resolveMentions } from '../../people/server/mention-queries.ts'
import type { LikeState } from '../contract.ts'
import { type CommentRow, createCommentInsert, createCommentRemoval, type NewComment } from './comments.ts'
import { audienceColumns, type PostCounts, publishCounts } from './counts.ts'
import { createLikes } from './likes.ts'
import { createNotifications, notifySealed } from './notifications.ts'
import type { ActorRef, DiscussedComment, DiscussedPost, DiscussionScope, PlacedPost } from './scope.ts'

type CommentInput = {
  readonly content: string
  readonly mentions?: readonly string[] | undefined
  readonly parent?: DiscussedComment | undefined
  readonly note?: string | null | undefined
  readonly sensitive?: boolean | undefined
}

type PlainComment = Pick<CommentInput, 'content' | 'note' | 'sensitive'>

/** Comments and likes of the posts of one scope, with their counts, notifications and live events. */
export function createDiscussion<P extends PlacedPost>(scope: DiscussionScope<P>) {
  const newComments = createCommentInsert(scope)
  const removeComment = createCommentRemoval(scope.only)
  const notifications = createNotifications(scope)
  const columns = sql`id, like_count, comment_count, ${audienceColumns(scope.only)}`
  const postLikes = createLikes<PostCounts, P>('posts', 'post_likes', 'post_id', columns, scope)
  const commentLikes = createLikes<object, P>('comments', 'comment_likes', 'comment_id', sql`id`, {
    ...scope,
    findDiscussed: (_db, { schoolId }, id) =>
      sql`select id, author_id from comments where school_id = ${schoolId} and id = ${id}`,
  })

  const publishLikes = (app: App, db: Db, { schoolId }: Viewer, post: PostCounts & LikeState): LikeState => {
    publishCounts(app.live, db, schoolId, 'post.liked', post)
    return { likes_count: post.likes_count, is_liked: post.is_liked }
  }

  const toPlainComment = (app: App, viewer: Viewer, post: P, { content, note, sensitive }: PlainComment) => ({
    event: notifications.toComment(app, viewer, post, { content }),
    comment: { id: newId(), content, note, sensitive },
  })

  return {
    /** Likes a post, or takes the like back. Returns undefined if the viewer may not like it, or if it does not exist. */
    async likePost(
      app: App,
      trx: Trx,
      viewer: Viewer,
      post: P,
      wants: 'like' | 'unlike',
    ): Promise<LikeState | undefined> {
      const event = notifications.toLike(viewer, post)
      const values = { ...app.notifications.toValues(event), by: viewer.id }
      const result = await postLikes.change(trx, values, { post, id: post.id }, wants)
      if (!result) return undefined
      await app.notifications.announce(trx, event, result)
      if (result.is_liked && result.changed && !result.author_id)
        await notifySealed(app, trx, viewer, event, 'post', post.id)
      return publishLikes(app, trx, viewer, result)
    },

    /** The same in one statement without a transaction, for `atOnce`. */
    async likePostAtOnce(
      app: App,
      db: Db,
      viewer: Viewer,
      post: P,
      wants: 'like' | 'unlike',
    ): Promise<LikeState | undefined> {
      const values = { ...app.notifications.toValues(notifications.toLike(viewer, post)), by: viewer.id }
      const result = await postLikes.changeAtOnce(db, values, { post, id: post.id }, wants)
      if (!result) return undefined
      app.notifications.publish(db, viewer.schoolId, result.notified)
      return publishLikes(app, db, viewer, result)
    },

    /** The same for a comment that the viewer can see, below a post. Throws 404 when it was deleted in the meantime. */
    async likeComment(
      app: App,
      trx: Trx,
      viewer: Viewer,
      { post, comment, wants }: { post: P; comment: DiscussedComment; wants: 'like' | 'unlike' },
    ): Promise<LikeState> {
      const event = notifications.toLike(viewer, post, comment)
      const values = { ...app.notifications.toValues(event), by: viewer.id }
      const result = await commentLikes.change(trx, values, { post, id: comment.id }, wants)
      if (!result) throw notFound()
      const { likes_count, is_liked, changed } = result
      await app.notifications.announce(trx, event, result)
      if (is_liked && changed && !comment.author_id) await notifySealed(app, trx, viewer, event, 'comment', comment.id)
      return { likes_count, is_liked }
    },

    /** Comments under the viewer's name. Throws 404 when the post was deleted since the caller read it. */
    async comment(
      app: App,
      trx: Trx,
      viewer: Viewer,
      post: DiscussedPost<P>,
      { content, mentions = [], parent, note, sensitive }: CommentInput,
    ): Promise<CommentRow> {
      const id = newId()
      const mentioned = await resolveMentions(trx, viewer, content, mentions)
      const notification = await notifications.commented(app, trx, viewer, post, { parent, content })
      const others = mentioned.filter((user) => user !== parent?.author_id) // who hears of the reply already
      await notifications.mentioned(app, trx, viewer, post, { comment: id, content, people: others })
      const comment = { id, parent_id: parent?.id, content, note, sensitive }
      const author = { author_id: viewer.id, mentions: mentioned }
      const { row, counts, stored } = await newComments.insert(trx, post, comment, author, notification)
      await app.notifications.announceQuoting(trx, notification.event, stored)
      publishCounts(app.live, trx, viewer.schoolId, 'post.commented', counts)
      return row
    },

    /**
     * The same without a parent or mentions, in a statement that also finds the post. Returns undefined if the viewer cannot
     * see it, and for what only `comment` does.
     */
    async commentPlainly(
      app: App,
      trx: Trx,
      viewer: Viewer,
      post: P,
      input: PlainComment,
    ): Promise<CommentRow | undefined> {
      const { event, comment } = toPlainComment(app, viewer, post, input)
      const written = await newComments.findAndInsert(trx, post, comment, viewer.id, event)
      if (!written) return undefined
      await app.notifications.announceQuoting(trx, event, written.stored)
      publishCounts(app.live, trx, viewer.schoolId, 'post.commented', written.counts)
      return written.row
    },

    /** The same in one statement without a transaction, for `atOnce`. */
    async commentAtOnce(
      app: App,
      db: Db,
      viewer: Viewer,
      post: P,
      input: PlainComment,
    ): Promise<CommentRow | undefined> {
      const { event, comment } = toPlainComment(app, viewer, post, input)
      const written = await newComments.insertAtOnce(db, post, comment, viewer.id, event)
      if (!written) return undefined
      app.notifications.publish(db, viewer.schoolId, written.stored.notified)
      publishCounts(app.live, db, viewer.schoolId, 'post.commented', written.counts)
      return written.row
    },

    /** Publishes an anonymous comment of this author. */
    async commentAnonymously(
      app: App,
      trx: Trx,
      author: ActorRef,
      post: DiscussedPost<P>,
      { parent, ...comment }: NewComment & { parent?: DiscussedComment | undefined },
      sealed: StoredAuthorship,
    ): Promise<void> {
      const notification = await notifications.commented(app, trx, author, post, {
        parent,
        content: comment.content,
        anonymous: true,
      })
      const { counts, stored } = await newComments.insert(trx, post, comment, sealed, notification)
      await app.notifications.announceQuoting(trx, notification.event, stored)
      publishCounts(app.live, trx, author.schoolId, 'post.commented', counts)
    },

    /** Deletes a comment and every reply below it. Returns false when it was already deleted. */
    async removeComment(
      { live }: Pick<App, 'live'>,
      trx: Trx,
      schoolId: string,
      comment: { id: string; post_id: string },
    ): Promise<boolean> {
      const counts = await removeComment(trx, schoolId, comment)
      if (counts) publishCounts(live, trx, schoolId, 'post.commented', counts)
      return counts !== undefined
    },

    /** Notifies the users that a new post mentions. */
    notifyMentioned: (
      app: App,
      trx: Trx,
      viewer: Viewer,
      post: DiscussedPost<P>,
      text: { readonly content: string; readonly people: readonly string[] },
    ) => notifications.mentioned(app, trx, viewer, post, text),
  }
}
