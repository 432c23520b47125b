import { randomUUID } from 'node:crypto'
import { notifications } from '../../features/notifications/contract.ts'
import { friends } from '../../features/people/contract.ts'
import { session } from '../../features/session/contract.ts'
import { createSession } from '../../shared/server/auth/session.ts'
import { withTransaction } from '../../shared/server/db/transaction.ts'
import { as } from '../app.ts'
import { makePost } from '../factories/posts.ts'
import { makeBlock, makeFriends, makeUser } from '../factories/users.ts'
import { makeSchoolmate, type Sample, type Samples } from './sample.ts'

const sampleUser: Sample = async (app, owner) => ({ params: { id: (await makeSchoolmate(app, owner)).id } })

const sampleFriend: Sample = async (app, owner) => {
  const friend = await makeSchoolmate(app, owner)
  await makeFriends(app, owner, friend)
  return { params: { id: friend.id } }
}

const sampleHideable: Sample = async (app, owner) => ({ params: { kind: 'post', id: (await makePost(app, owner)).id } })

export const sampleFriendRequest: Sample = async (app, owner) => {
  const { body } = await as(app, await makeSchoolmate(app, owner))(friends.request, { params: { id: owner.id } })
  return { params: { id: body.data.id } }
}

export const usersSamples: Samples = {
  'admin.pause': async (app, owner) => {
    const school = { id: owner.schoolId, domain: 'pause.example' }
    const colleague = await makeUser(app, { school, role: 'admin' })
    return { params: { id: colleague.id }, body: { reason: 'Opened seals without a case' } }
  },
  'content.allowRemovals': async (app, owner) => {
    const school = { id: owner.schoolId, domain: 'removals.example' }
    return { params: { id: (await makeUser(app, { school, role: 'admin' })).id } }
  },
  'admin.changeRole': async (app, owner) => {
    const { id } = await makeSchoolmate(app, owner)
    return { params: { id }, body: { role: 'admin' } }
  },
  'notifications.read': async (app, owner) => {
    const notificationEvent = {
      schoolId: owner.schoolId,
      kind: 'like',
      link: `/${randomUUID()}`,
      params: { item: 'post' },
    } as const
    await withTransaction(app.db, (trx) => app.notifications.notify(trx, notificationEvent, [owner.id]))
    const { body } = await as(app, owner)(notifications.list)
    return { params: { id: body.data[0]?.id ?? '' } }
  },
  'session.signOutDevice': async (app, owner) => {
    await createSession(app.db, owner, { userAgent: 'another', ip: undefined })
    const { body } = await as(app, owner)(session.devices)
    return { params: { id: body.data.find(({ is_current }) => !is_current)?.id ?? '' } }
  },
  'people.stats': sampleUser,
  'people.show': sampleUser,
  'people.friends': async (app, owner) => {
    const friend = await sampleFriend(app, owner)
    await makeFriends(app, { ...owner, id: friend.params?.id ?? '' }, await makeSchoolmate(app, owner))
    return friend
  },
  'friends.request': sampleUser,
  'friends.cancel': async (app, owner) => {
    const { body } = await as(app, owner)(friends.request, {
      params: { id: (await makeSchoolmate(app, owner)).id },
    })
    return { params: { id: body.data.id } }
  },
  'friends.accept': sampleFriendRequest,
  'friends.decline': sampleFriendRequest,
  'friends.remove': sampleFriend,
  'friends.block': sampleUser,
  'safety.mute': sampleUser,
  'safety.unmute': sampleUser,
  'safety.hide': sampleHideable,
  'safety.unhide': sampleHideable,
  'friends.unblock': async (app, owner) => {
    const blocked = await makeSchoolmate(app, owner)
    await makeBlock(app, owner, blocked)
    return { params: { id: blocked.id } }
  },
}
