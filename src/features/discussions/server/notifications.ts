import type { NotificationContent } from '../../../shared/notification-kinds.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { Quote } from '../../../shared/server/notifications/statements.ts'
import type { NotificationEvent, QuotingEvent } from '../../../shared/server/notifications.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ActorRef, DiscussedComment, DiscussedPost, DiscussionScope, PlacedPost } from './scope.ts'

/** Notifies the author of an anonymous post or comment through its seal, unless it is the viewer. */
export async function notifySealed(
  app: App,
  trx: Trx,
  viewer: ActorRef,
  event: NotificationEvent,
  kind: 'post' | 'comment',
  id: string,
) {
  const item = { schoolId: viewer.schoolId, kind, id }
  const sealed = await trx
    .selectFrom(item.kind === 'comment' ? 'comments' : 'posts')
    .where('school_id', '=', item.schoolId)
    .where('id', '=', item.id)
    .select(['author_tag', 'author_seal'])
    .executeTakeFirst()
  if (!sealed?.author_seal || (await app.anonymity.isAuthor(viewer.id, item, sealed.author_tag))) return
  await app.notifications.notifySealedAuthor(trx, event, item, sealed.author_seal)
}

/** The notifications of a discussion. */
export function createNotifications<P extends PlacedPost>({ link, place, findRecipients }: DiscussionScope<P>) {
  const toQuote = (post: P, text: string, item: 'post' | 'comment'): Quote => {
    const ofFeed = item === 'comment' ? 'comments' : 'feed'
    return { text, place: place(post).group_name === undefined ? ofFeed : 'groups' }
  }

  /** Notifies the author of the comment: by user id, or through the seal of an anonymous comment. */
  const notifyAuthor = async (
    app: App,
    trx: Trx,
    viewer: ActorRef,
    post: DiscussedPost<P>,
    comment: DiscussedComment,
    act: Pick<NotificationEvent, 'anonymous' | 'quote'> & NotificationContent,
  ) => {
    const { schoolId } = viewer
    const notificationEvent = { schoolId, link: link(post, comment.id), actorId: viewer.id, ...act }
    const { author_id, id } = comment
    if (author_id) return app.notifications.notify(trx, notificationEvent, findRecipients(schoolId, post, [author_id]))
    await notifySealed(app, trx, viewer, notificationEvent, 'comment', id)
  }

  const toCommentEvent = (post: P, { id: actorId, schoolId }: ActorRef, anonymous: boolean) =>
    ({ schoolId, kind: 'comment', link: link(post), params: place(post), actorId, anonymous }) as const

  /** The event of a comment below a post. */
  const toComment = (
    app: App,
    actor: ActorRef,
    post: P,
    { content, anonymous = false }: { content: string; anonymous?: boolean },
  ): QuotingEvent => ({
    ...app.notifications.toValues(toCommentEvent(post, actor, anonymous)),
    quote: toQuote(post, content, 'comment'),
  })

  return {
    toComment,

    /**
     * Notifies the author of the parent comment about a reply, and the author of an anonymous post about a comment.
     * Returns the notification that the statement which inserts the comment stores for a named author of the post.
     */
    async commented(
      app: App,
      trx: Trx,
      viewer: ActorRef,
      post: DiscussedPost<P>,
      {
        parent,
        content,
        anonymous = false,
      }: { parent?: DiscussedComment | undefined; content: string; anonymous?: boolean },
    ) {
      if (parent) {
        const quote = toQuote(post, content, 'comment')
        const reply = { kind: 'reply' as const, params: place(post), anonymous, quote }
        await notifyAuthor(app, trx, viewer, post, parent, reply)
      }
      if (!post.author_id)
        await notifySealed(app, trx, viewer, toCommentEvent(post, viewer, anonymous), 'post', post.id)
      const hearsOfReply = parent?.author_id === post.author_id // one notification per user is enough
      const event = toComment(app, viewer, post, { content, anonymous })
      return { event, listener: hearsOfReply ? null : post.author_id }
    },

    /** The event of a like of a post or a comment. */
    toLike: ({ id: actorId, schoolId }: ActorRef, post: P, comment?: DiscussedComment) => ({
      schoolId,
      actorId,
      kind: 'like' as const,
      link: link(post, comment?.id),
      params: { ...place(post), item: comment ? ('comment' as const) : ('post' as const) },
    }),

    /** Notifies mentioned users, if they can see the post. */
    async mentioned(
      app: App,
      trx: Trx,
      { id: actorId, schoolId }: ActorRef,
      post: DiscussedPost<P>,
      {
        comment,
        content,
        people,
      }: { readonly comment?: string; readonly content: string; readonly people: readonly string[] },
    ) {
      if (people.length === 0) return
      const notificationEvent = {
        schoolId,
        kind: 'mention',
        link: link(post, comment),
        params: { ...place(post), item: comment ? 'comment' : 'post' },
        actorId,
        quote: toQuote(post, content, comment ? 'comment' : 'post'),
      } as const
      await app.notifications.notify(trx, notificationEvent, findRecipients(schoolId, post, people, 'mention'))
    },
  }
}
