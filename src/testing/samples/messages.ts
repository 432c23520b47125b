import { randomUUID } from 'node:crypto'
import { messages } from '../../features/messages/contract.ts'
import { reminders } from '../../features/messages/later-contract.ts'
import { pins } from '../../features/messages/pin-contract.ts'
import { safety } from '../../features/people/safety-contract.ts'
import { as } from '../app.ts'
import { makeConversation, makeMessage } from '../factories/messages.ts'
import { makePost } from '../factories/posts.ts'
import { makeUser } from '../factories/users.ts'
import { makeStudent, type Sample, type Samples } from './sample.ts'

export const sampleConversation: Sample = async (app, owner) => {
  const school = { id: owner.schoolId, domain: `${randomUUID()}.example` }
  const conversation = await makeConversation(app, owner, [await makeUser(app, { school })])
  await makeMessage(app, owner, conversation)
  return { params: { id: conversation.id } }
}

const sampleMessage: Sample = async (app, owner) => {
  const { params } = await sampleConversation(app, owner)
  return { params: { id: (await makeMessage(app, owner, { id: params?.id ?? '' })).id } }
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

const sampleScheduled: Sample = async (app, owner) => {
  const { params } = await sampleConversation(app, owner)
  const ask = { params: { id: params?.id ?? '' }, body: { content: 'Soon', send_at: inAnHour() } }
  const { body } = await as(app, owner)(messages.send, ask)
  return { params: { id: body.scheduled?.id ?? '' } }
}

const sampleOwn: Sample = async (app, owner) => {
  const others = [await makeStudent(app, owner), await makeStudent(app, owner)]
  return { params: { id: (await makeConversation(app, owner, others)).id } }
}

const sampleReaction: Sample = async (app, owner) => {
  const { params } = await sampleMessage(app, owner)
  const reaction = { id: params?.id ?? '', emoji: '👍' }
  await as(app, owner)(messages.react, { params: reaction })
  return { params: reaction }
}

/** A request to the owner, who lets only friends write. */
const sampleRequest: Sample = async (app, owner) => {
  await as(app, owner)(safety.update, { body: { requests: 'friends' } })
  const sender = await makeStudent(app, owner)
  const conversation = await makeConversation(app, sender, [owner])
  await makeMessage(app, sender, conversation)
  return { params: { id: conversation.id } }
}

export const messagesSamples: Samples = {
  'conversations.create': async (app, owner) => {
    const school = { id: owner.schoolId, domain: `${randomUUID()}.example` }
    const [user, otherUser] = [await makeUser(app, { school }), await makeUser(app, { school })]
    return { body: { participants: user.id, participant_id: otherUser.id } }
  },
  'conversations.show': sampleConversation,
  'conversations.remove': sampleConversation,
  'conversations.clear': sampleConversation,
  'conversations.accept': sampleRequest,
  'conversations.decline': sampleRequest,
  'conversations.leave': async (app, owner) => {
    const others = [await makeStudent(app, owner), await makeStudent(app, owner)]
    return { params: { id: (await makeConversation(app, owner, others)).id } }
  },
  'conversations.update': async (app, owner) => ({ ...(await sampleOwn(app, owner)), body: { title: 'Lunch' } }),
  'conversations.addParticipants': async (app, owner) => ({
    ...(await sampleOwn(app, owner)),
    body: { user_ids: [(await makeStudent(app, owner)).id] },
  }),
  'conversations.removeParticipant': async (app, owner) => {
    const [one, other] = [await makeStudent(app, owner), await makeStudent(app, owner)]
    return { params: { id: (await makeConversation(app, owner, [one, other])).id, uid: other.id } }
  },
  'conversations.handOver': async (app, owner) => {
    const [one, other] = [await makeStudent(app, owner), await makeStudent(app, owner)]
    return { params: { id: (await makeConversation(app, owner, [one, other])).id }, body: { user_id: other.id } }
  },
  'conversations.read': sampleConversation,
  'conversations.mute': async (app, owner) => ({
    ...(await sampleConversation(app, owner)),
    body: { muted: true },
  }),
  'conversations.level': async (app, owner) => ({
    ...(await sampleConversation(app, owner)),
    body: { level: 'mentions' },
  }),
  'conversations.typing': sampleConversation,
  'messages.list': sampleConversation,
  'messages.send': async (app, owner) => {
    const { params = {} } = await sampleConversation(app, owner)
    const { id } = await makeMessage(app, owner, { id: params.id ?? '' })
    const share = { kind: 'post', id: (await makePost(app, owner)).id } as const
    return { params, body: { content: 'Hello', reply_to: id, mentions: [owner.id], share } }
  },
  'messages.react': async (app, owner) => {
    const { params } = await sampleMessage(app, owner)
    return { params: { id: params?.id ?? '', emoji: '👍' } }
  },
  'messages.unreact': sampleReaction,
  'messages.reactions': async (app, owner) => {
    const { params } = await sampleReaction(app, owner)
    return { params: { id: params?.id ?? '' } }
  },
  'messages.versions': async (app, owner) => {
    const { params } = await sampleMessage(app, owner)
    await as(app, owner)(messages.update, { params: { id: params?.id ?? '' }, body: { content: 'Changed' } })
    return { params: { id: params?.id ?? '' } }
  },
  'pins.list': async (app, owner) => {
    const { params = {} } = await sampleConversation(app, owner)
    const message = await makeMessage(app, owner, { id: params.id ?? '' })
    await as(app, owner)(pins.add, { params: { id: message.id } })
    return { params }
  },
  'pins.add': sampleMessage,
  'cards.list': async (app, owner) => ({ query: { items: `post:${(await makePost(app, owner)).id}` } }),
  'cards.show': async (app, owner) => ({ params: { kind: 'post', id: (await makePost(app, owner)).id } }),
  'drafts.save': async (app, owner) => ({ ...(await sampleConversation(app, owner)), body: { text: 'Hello' } }),
  'scheduledMessages.list': async (app, owner) => {
    await sampleScheduled(app, owner)
    return {}
  },
  'scheduledMessages.update': async (app, owner) => ({
    ...(await sampleScheduled(app, owner)),
    body: { content: 'Later' },
  }),
  'scheduledMessages.send': sampleScheduled,
  'scheduledMessages.remove': sampleScheduled,
  'reminders.set': async (app, owner) => ({ ...(await sampleMessage(app, owner)), body: { at: inAnHour() } }),
  'reminders.remove': async (app, owner) => {
    const { params } = await sampleMessage(app, owner)
    await as(app, owner)(reminders.set, { params: { id: params?.id ?? '' }, body: { at: inAnHour() } })
    return { params: { id: params?.id ?? '' } }
  },
  'pins.remove': async (app, owner) => {
    const { params } = await sampleMessage(app, owner)
    await as(app, owner)(pins.add, { params: { id: params?.id ?? '' } })
    return { params: { id: params?.id ?? '' } }
  },
  'messages.read': async (app, owner) => {
    const { params } = await sampleConversation(app, owner)
    const { id: mid } = await makeMessage(app, owner, { id: params?.id ?? '' })
    return { params: { id: params?.id ?? '', mid } }
  },
  'messages.update': async (app, owner) => ({ ...(await sampleMessage(app, owner)), body: { content: 'Changed' } }),
  'messages.remove': sampleMessage,
  'messages.report': async (app, owner) => {
    const sender = await makeStudent(app, owner)
    const conversation = await makeConversation(app, sender, [owner])
    const { id } = await makeMessage(app, sender, conversation)
    return { params: { id }, body: { reason: 'spam' } }
  },
}
