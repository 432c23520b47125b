import { randomUUID } from 'node:crypto'
import { makeConversation, makeMessage } from '../factories/messages.ts'
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

export const messagesSamples: Samples = {
  'conversations.create': async (app, owner) => {
    const school = { id: owner.schoolId, domain: `${randomUUID()}.example` }
    const [user, otherUser] = [await makeUser(app, { school }), await makeUser(app, { school })]
    return { body: { participants: user.id, participant_id: otherUser.id } }
  },
  'conversations.show': sampleConversation,
  'conversations.remove': sampleConversation,
  'conversations.clear': sampleConversation,
  'conversations.leave': async (app, owner) => {
    const others = [await makeStudent(app, owner), await makeStudent(app, owner)]
    return { params: { id: (await makeConversation(app, owner, others)).id } }
  },
  'conversations.read': sampleConversation,
  'conversations.mute': async (app, owner) => ({
    ...(await sampleConversation(app, owner)),
    body: { muted: true },
  }),
  'conversations.typing': sampleConversation,
  'messages.list': sampleConversation,
  'messages.send': async (app, owner) => ({
    ...(await sampleConversation(app, owner)),
    body: { content: 'Hello' },
  }),
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
