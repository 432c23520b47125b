import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { NotificationEvent } from '../../../shared/server/notifications.ts'
import type { App } from '../../../shared/server/services.ts'

type ActorRef = Pick<Viewer, 'id' | 'schoolId'>

/** A post or comment, and the post on whose page it is shown. */
type ItemRef = {
  readonly kind: 'post' | 'comment'
  readonly id: string
  readonly post_id: string
  readonly author_id: string | null
}

export const postRef = ({ id, author_id }: { id: string; author_id: string | null }): ItemRef => ({
  kind: 'post',
  id,
  post_id: id,
  author_id,
})

export const commentRef = ({ id, post_id, author_id }: Omit<ItemRef, 'kind'>): ItemRef => ({
  kind: 'comment',
  id,
  post_id,
  author_id,
})

/** The link to a post, or to a comment below its post. */
const itemLink = ({ kind, id, post_id }: ItemRef) =>
  kind === 'post' ? `/dashboard?post=${id}` : `/dashboard?post=${post_id}&comment=${id}`

type AuthorNotification = Pick<NotificationEvent, 'kind' | 'sentence' | 'anonymous'>

/** Notifies the author of an item about the viewer's action: by user id, or through the sealed author if anonymous. */
async function notifyAuthor(app: App, trx: Trx, viewer: ActorRef, of: ItemRef, act: AuthorNotification) {
  const { schoolId } = viewer
  const notificationEvent = { schoolId, link: itemLink(of), actorId: viewer.id, ...act }
  if (of.author_id) return app.notifications.notify(trx, notificationEvent, [of.author_id])
  const sealed = await trx
    .selectFrom(of.kind === 'post' ? 'posts' : 'comments')
    .where('school_id', '=', schoolId)
    .where('id', '=', of.id)
    .select(['author_tag', 'author_seal'])
    .executeTakeFirst()
  const item = { schoolId, kind: of.kind, id: of.id }
  if (!sealed?.author_seal || app.anonymity.isAuthor(viewer.id, item, sealed.author_tag)) return
  await app.notifications.notifySealedAuthor(trx, notificationEvent, item, sealed.author_seal)
}

/** Notifies the author of the post about a comment, and the author of the parent comment about a reply. */
export async function notifyComment(
  app: App,
  trx: Trx,
  viewer: ActorRef,
  { post, parent, anonymous }: { post: ItemRef; parent: ItemRef | undefined; anonymous: boolean },
) {
  if (parent) {
    await notifyAuthor(app, trx, viewer, parent, {
      kind: 'reply',
      sentence: '{names} replied to your comment',
      anonymous,
    })
    if (parent.author_id !== null && parent.author_id === post.author_id) return // one notification per user is enough
  }
  await notifyAuthor(app, trx, viewer, post, { kind: 'comment', sentence: '{names} commented on your post', anonymous })
}

/** Notifies an author that the viewer liked their post or comment. */
export const notifyLike = (app: App, trx: Trx, viewer: Viewer, of: ItemRef) =>
  notifyAuthor(app, trx, viewer, of, { kind: 'like', sentence: `{names} liked your ${of.kind}` })

/** Retracts the like notification if the author has not read it yet. */
export async function retractLike(app: App, trx: Trx, viewer: Viewer, of: ItemRef) {
  if (!of.author_id) return
  const notificationEvent = { schoolId: viewer.schoolId, kind: 'like', link: itemLink(of), actorId: viewer.id } as const
  await app.notifications.retract(trx, notificationEvent, of.author_id)
}

export async function notifyMentions(
  { notifications }: App,
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  link: string,
  what: 'post' | 'comment',
  people: readonly string[],
) {
  const notificationEvent = {
    schoolId,
    kind: 'mention',
    link,
    sentence: `{names} mentioned you in a ${what}`,
    actorId,
  } as const
  if (people.length > 0) await notifications.notify(trx, notificationEvent, people)
}
