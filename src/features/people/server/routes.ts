import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { friends, people } from '../contract.ts'
import {
  acceptRequest,
  blockPerson,
  cancelRequest,
  declineRequest,
  removeFriend,
  requestFriendship,
  unblockPerson,
} from './actions.ts'
import { countPeople, listInitials, listPeople, listSuggested, personOr404 } from './people-queries.ts'
import { listRequests } from './request-queries.ts'

export function peopleRoutes(app: App) {
  const page = ({ people, pagination }: Awaited<ReturnType<typeof listPeople>>) => ({ ...ok(people), pagination })

  const publishFriendship = (db: Db, viewer: Viewer, friend: string) =>
    app.live.publish(db, { schoolId: viewer.schoolId, people: [friend] }, 'friend.accepted', {
      by: { id: viewer.id, name: viewer.name },
    })

  const requestBy = ({ id, schoolId }: Viewer) =>
    ({ schoolId, kind: 'friend_request', link: '/friends?tab=requests', actorId: id }) as const
  const notifyFriend = (trx: Trx, { id, schoolId }: Viewer, friend: string) =>
    app.notifications.notify(
      trx,
      {
        schoolId,
        kind: 'friend_accepted',
        link: `/profile/${id}`,
        params: {},
        actorId: id,
      },
      [friend],
    )

  serve(app, friends.list, async ({ db, viewer, query }) => page(await listPeople(db, viewer, 'friends', query)))
  serve(app, friends.blocked, async ({ db, viewer, query }) => page(await listPeople(db, viewer, 'blocked', query)))
  serve(app, friends.suggested, async ({ db, viewer, query }) => ok(await listSuggested(db, viewer, query.limit)))
  serve(app, friends.initials, async ({ db, viewer, query }) => ok(await listInitials(db, viewer, query.list)))
  serve(app, friends.counts, async ({ db, viewer }) => ok(await countPeople(db, viewer)))

  serve(app, friends.requests, async ({ db, viewer, query }) => {
    const { requests, pagination } = await listRequests(db, viewer, 'received', query)
    return { ...ok(requests), pagination }
  })
  serve(app, friends.sent, async ({ db, viewer, query }) => {
    const { requests, pagination } = await listRequests(db, viewer, 'sent', query)
    return { ...ok(requests), pagination }
  })

  serve(app, friends.request, async ({ db, viewer, params }) => {
    const asked = await requestFriendship(db, viewer, params.id)
    if (asked.status === 'friends') {
      await notifyFriend(db, viewer, asked.requester_id)
      publishFriendship(db, viewer, asked.requester_id)
    } else {
      await app.notifications.notify(db, { ...requestBy(viewer), params: {} }, [asked.addressee_id])
      const from = { id: viewer.id, name: viewer.name }
      app.live.publish(db, { schoolId: viewer.schoolId, people: [asked.addressee_id] }, 'friend.request', {
        id: asked.id,
        from,
      })
    }
    return ok(asked, asked.status === 'friends' ? 'You’re now friends' : 'Friend request sent!')
  })
  serve(app, friends.cancel, async ({ db, viewer, params }) => {
    await app.notifications.retract(db, requestBy(viewer), await cancelRequest(db, viewer, params.id))
    return okEmpty('Friend request cancelled')
  })
  serve(app, friends.accept, async ({ db, viewer, params }) => {
    const friend = await acceptRequest(db, viewer, params.id)
    await notifyFriend(db, viewer, friend)
    publishFriendship(db, viewer, friend)
    return okEmpty('Friend request accepted')
  })
  serve(app, friends.decline, async ({ db, viewer, params }) => {
    await declineRequest(db, viewer, params.id)
    return okEmpty('Friend request declined')
  })
  serve(app, friends.remove, async ({ db, viewer, params }) => {
    await removeFriend(db, viewer, params.id)
    return okEmpty('Friend removed')
  })
  serve(app, friends.block, async ({ db, viewer, params }) => {
    await blockPerson(db, viewer, params.id)
    await app.notifications.removeBetween(db, viewer.schoolId, viewer.id, params.id)
    return okEmpty('User blocked')
  })
  serve(app, friends.unblock, async ({ db, viewer, params }) => {
    await unblockPerson(db, viewer, params.id)
    return okEmpty('User unblocked')
  })

  serve(app, people.search, async ({ db, viewer, query }) => {
    if (!query.q && !query.allow_empty)
      return { ...ok([]), pagination: { limit: query.limit, hasMore: false, cursor: null } }
    return page(await listPeople(db, viewer, 'everybody', query))
  })
  serve(app, people.show, async ({ db, viewer, params }) => ok(await personOr404(db, viewer, params.id)))
  serve(app, people.friends, async ({ db, viewer, params, query }) => {
    const person = await personOr404(db, viewer, params.id)
    const none = { people: [], pagination: { limit: query.limit, hasMore: false, cursor: null } }
    if (person.is_blocked || person.is_hidden) return page(none)
    return page(await listPeople(db, viewer, person.is_me ? 'friends' : { friendsOf: person.id }, query))
  })
}
