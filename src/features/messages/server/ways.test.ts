// Each way in which a message can reach a user, for each kind of sender and recipient, against one rule.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RequestInput } from '../../../shared/contract.ts'
import { wordPlaces } from '../../../shared/words.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { makeBlock, makeFriends, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { groups } from '../../groups/contract.ts'
import { marketplace } from '../../marketplace/contract.ts'
import { safety } from '../../people/safety-contract.ts'
import { type Message, messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { sendScheduled } from './scheduled.ts'

const { app, school, foreignSchool } = await campus({ perTest: true, foreign: {} })

const on = (id: string) => ({ params: { id } })
const newUser = () => makeUser(app, { school })
const newConversation = async (sender: TestUser) => makeConversation(app, sender, [await newUser(), await newUser()])

const families = ['/conversations', '/messages/conversations'] as const
type Family = (typeof families)[number]
const createAt = (family: Family) => ({ ...conversations.create, path: family }) as typeof conversations.create
const listAt = (family: Family) => ({ ...conversations.list, path: family }) as typeof conversations.list
const sendAt = (family: Family) => ({ ...messages.send, path: `${family}/:id/messages` }) as typeof messages.send

const greeting = 'Hello from a message'

/** Who sends, and what they are to the recipient. */
const senders = [
  'stranger',
  'friend',
  'member of a private group',
  'member of a public group',
  'blocked by the recipient',
  'blocks the recipient',
  'administrator',
  'suspended friend',
  'student of another school',
] as const
type Sender = (typeof senders)[number]

const newSender = (sender: Sender): Promise<TestUser> =>
  makeUser(app, {
    school: sender === 'student of another school' ? foreignSchool : school,
    role: sender === 'administrator' ? 'admin' : 'student',
  })

async function relate(sender: Sender, one: TestUser, recipient: TestUser): Promise<void> {
  if (sender === 'friend' || sender === 'suspended friend') await makeFriends(app, one, recipient)
  if (sender === 'member of a private group') await makeGroup(app, one, { type: 'private', members: [recipient] })
  if (sender === 'member of a public group') await makeGroup(app, one, { type: 'public', members: [recipient] })
  if (sender === 'blocked by the recipient') await makeBlock(app, recipient, one)
  if (sender === 'blocks the recipient') await makeBlock(app, one, recipient)
  if (sender === 'suspended friend')
    await sql`update users set blocked_as = 'suspended', blocked_until = now() + interval '1 day' where id = ${one.id}`.execute(
      app.db,
    )
}

/** Who receives, and what they chose. */
const recipients = [
  'lets everyone write',
  'lets known people write',
  'lets friends write',
  'minor',
  'minor who lets friends write',
  'mutes the sender',
  'mutes a word of the message',
] as const
type Recipient = (typeof recipients)[number]
const isMinor = (recipient: Recipient) => recipient.startsWith('minor')

async function choose(recipient: Recipient, one: TestUser, sender: TestUser): Promise<void> {
  const set = async (body: RequestInput<typeof safety.update>['body']) =>
    expect((await as(app, one)(safety.update, { body })).status).toBe(200)
  if (isMinor(recipient)) await sql`update users set is_minor = true where id = ${one.id}`.execute(app.db)
  if (recipient === 'lets known people write') await set({ requests: 'known' })
  if (recipient.endsWith('lets friends write')) await set({ requests: 'friends' })
  // In the table, because a muted user of another school does not exist for this one.
  if (recipient === 'mutes the sender' && sender.schoolId === one.schoolId)
    await app.db.insertInto('mutes').values({ school_id: one.schoolId, user_id: one.id, muted_id: sender.id }).execute()
  if (recipient === 'mutes a word of the message')
    await set({
      words: [{ word: 'hello', match: 'anywhere', places: [...wordPlaces], ends_at: null, except_friends: false }],
    })
}

type Way = {
  /** What the rule says about it: a new conversation of two, a place in one of several, or one where both are. */
  readonly type: 'direct' | 'direct text' | 'invitation' | 'invitation after leaving' | 'left' | 'shared'
  /** Runs before the two are related and the recipient chooses. Not for senders of another school. */
  prepare?(sender: TestUser, recipient: TestUser): Promise<string>
  act(sender: TestUser, recipient: TestUser, family: Family, prepared: string): Promise<string | undefined>
}

const send = async (sender: TestUser, family: Family, id: string, body: object = { content: greeting }) => {
  await as(app, sender)(sendAt(family), { params: { id }, body })
  return id
}
const create = async (sender: TestUser, family: Family, body: object): Promise<string | undefined> => {
  const reply = await as(app, sender)(createAt(family), { body })
  return reply.status === 201 || reply.status === 409 ? reply.body.conversation_id : undefined
}
const createAndSend = async (sender: TestUser, family: Family, to: object, body?: object) => {
  const id = await create(sender, family, to)
  return id && send(sender, family, id, body)
}
const add = async (sender: TestUser, recipient: TestUser, family: Family, id: string) => {
  await as(app, sender)(conversations.addParticipants, { ...on(id), body: { user_ids: [recipient.id] } })
  return send(sender, family, id)
}
const beLeft = async (sender: TestUser, recipient: TestUser) => {
  const { id } = await makeConversation(app, sender, [recipient, await newUser()])
  expect((await as(app, recipient)(conversations.leave, on(id))).status).toBe(200)
  return id
}
const startChat = async (sender: TestUser, recipient: TestUser) => {
  const group = await makeGroup(app, sender, { type: 'public', members: [recipient] })
  return { group, id: (await as(app, sender)(groups.openConversation, on(group.id))).body.conversation_id }
}

const ways: Readonly<Record<string, Way>> = {
  'a first message': {
    type: 'direct',
    act: (sender, { id }, family) => createAndSend(sender, family, { participant_id: id }),
  },
  'a first message with a card': {
    type: 'direct',
    async act(sender, { id }, family) {
      const post = await makePost(app, sender).catch(() => undefined) // not for a suspended sender
      const share = post && { share: { kind: 'post', id: post.id } }
      return createAndSend(sender, family, { participants: [id] }, { content: greeting, ...share })
    },
  },
  'a first message that was scheduled': {
    type: 'direct',
    async act(sender, { id: to }, family) {
      const id = await create(sender, family, { participants: to })
      if (!id) return undefined
      await send(sender, family, id, { content: greeting, send_at: Math.floor(Date.now() / 1000) + 3600 })
      await sql`update scheduled_messages set send_at = now() where sender_id = ${sender.id}`.execute(app.db)
      await sendScheduled(app)
      return id
    },
  },
  'a first message with a picture': {
    type: 'direct text',
    prepare: async (sender) => (await makeUpload(app, sender, { type: 'message' })).url,
    act: (sender, { id }, family, image_url) =>
      createAndSend(sender, family, { participant_id: id }, { content: greeting, type: 'image', image_url }),
  },
  'a first message with a file': {
    type: 'direct text',
    prepare: async (sender) =>
      (await makeUpload(app, sender, { type: 'message_file', file: Buffer.from('Notes'), name: 'notes.txt' })).url,
    act: (sender, { id }, family, url) =>
      createAndSend(sender, family, { participant_id: id }, { content: greeting, attachment_urls: [url] }),
  },
  'a new conversation of several': {
    type: 'invitation',
    act: async (sender, { id }, family) =>
      createAndSend(sender, family, { participants: [id, (await makeUser(app, { school })).id] }),
  },
  'an addition to one of several': {
    type: 'invitation',
    prepare: async (sender) => (await newConversation(sender)).id,
    act: add,
  },
  'an addition within a week after leaving': { type: 'left', prepare: beLeft, act: add },
  'an addition a week after leaving': {
    type: 'invitation after leaving',
    async prepare(sender, recipient) {
      const id = await beLeft(sender, recipient)
      await sql`update conversation_exits set at = now() - interval '8 days' where conversation_id = ${id}`.execute(
        app.db,
      )
      return id
    },
    act: add,
  },
  'a conversation that the recipient left': {
    type: 'left',
    prepare: beLeft,
    act: (sender, _recipient, family, id) => send(sender, family, id),
  },
  'a conversation from which the recipient was removed': {
    type: 'left',
    async prepare(sender, recipient) {
      const { id } = await makeConversation(app, sender, [recipient, await newUser()])
      await as(app, sender)(conversations.removeParticipant, { params: { id, uid: recipient.id } })
      return id
    },
    act: (sender, _recipient, family, id) => send(sender, family, id),
  },
  'interest in a listing': {
    type: 'shared',
    prepare: async (_sender, recipient) => (await makeListing(app, recipient)).id,
    async act(sender, _recipient, family, listing) {
      const reply = await as(app, sender)(marketplace.interest, { ...on(listing), body: {} })
      if (reply.status !== 200) return undefined
      return send(sender, family, reply.body.conversation_id)
    },
  },
  'an open conversation of two': {
    type: 'shared',
    prepare: async (sender, recipient) => (await makeConversation(app, sender, [recipient])).id,
    act: (sender, _recipient, family, id) => send(sender, family, id),
  },
  'a message that was scheduled in an open conversation': {
    type: 'shared',
    async prepare(sender, recipient) {
      const { id } = await makeConversation(app, sender, [recipient])
      await send(sender, '/conversations', id, {
        content: greeting,
        send_at: Math.floor(Date.now() / 1000) + 3600,
      })
      return id
    },
    async act(sender, _recipient, _family, id) {
      await sql`update scheduled_messages set send_at = now() where sender_id = ${sender.id}`.execute(app.db)
      await sendScheduled(app)
      return id
    },
  },
  'an open conversation of several': {
    type: 'shared',
    prepare: async (sender, recipient) => (await makeConversation(app, sender, [recipient, await newUser()])).id,
    act: (sender, _recipient, family, id) => send(sender, family, id),
  },
  'the chat of a group': {
    type: 'shared',
    prepare: async (sender, recipient) => (await startChat(sender, recipient)).id,
    act: (sender, _recipient, family, id) => send(sender, family, id),
  },
  'the chat of a group that the recipient left': {
    type: 'left',
    async prepare(sender, recipient) {
      const { group, id } = await startChat(sender, recipient)
      expect((await as(app, recipient)(groups.leave, on(group.id))).status).toBe(200)
      return id
    },
    act: (sender, _recipient, family, id) => send(sender, family, id),
  },
  'a reply in an open conversation': {
    type: 'shared',
    async prepare(sender, recipient) {
      const { id } = await makeConversation(app, sender, [recipient])
      return `${id} ${(await makeMessage(app, recipient, { id })).id}`
    },
    act(sender, _recipient, family, prepared) {
      const [id = '', reply_to] = prepared.split(' ')
      return send(sender, family, id, { content: greeting, reply_to })
    },
  },
}

type Outcome = 'nowhere' | 'requests' | 'inbox' | 'inbox, quietly'

/** The rule. */
function findExpected(way: Way, sender: Sender, recipient: Recipient): Outcome {
  const isAdmin = sender === 'administrator'
  const isFriend = sender === 'friend'
  if (/block|suspended|another school/.test(sender) || way.type === 'left') return 'nowhere'
  const inbox = recipient === 'mutes the sender' ? 'inbox, quietly' : 'inbox'
  if (way.type === 'shared') return inbox
  const sharesGroup = /group/.test(sender)
  // Minors are asked by people who have something to do with them.
  if (isMinor(recipient) && !(isAdmin || isFriend || sharesGroup)) return 'nowhere'
  const takesKnown = recipient === 'lets known people write' || recipient === 'minor'
  const takesAll = !takesKnown && !recipient.endsWith('lets friends write')
  const isFree = takesAll || isAdmin || isFriend || (takesKnown && sender === 'member of a private group')
  if (way.type === 'invitation after leaving') return 'requests'
  if (way.type === 'invitation') return isFree && (isAdmin || !isMinor(recipient)) ? inbox : 'requests'
  if (isFree) return inbox
  return way.type === 'direct' ? 'requests' : 'nowhere'
}

/** Where the message is for the recipient. */
async function findOutcome(recipient: TestUser, family: Family, id: string | undefined): Promise<Outcome> {
  if (id === undefined) return 'nowhere'
  const load = async (query: Record<string, string>) => (await as(app, recipient)(listAt(family), { query })).body
  const [inbox, requests] = [await load({}), await load({ requests: 'true' })]
  const readable = await as(app, recipient)(messages.list, on(id))
  const isReadable = readable.status === 200 && readable.body.data.some(({ content }: Message) => content === greeting)
  const isIn = ({ data }: typeof inbox) => data.some((conversation) => conversation.id === id)
  if (isIn(requests)) return isIn(inbox) || inbox.unread_count > 0 ? 'inbox' : 'requests'
  if (!isReadable) return 'nowhere'
  if (!isIn(inbox)) throw new Error('A message can be read in a conversation that is in no list')
  return inbox.unread_count > 0 ? 'inbox' : 'inbox, quietly'
}

const toTable = (rows: readonly { sender: Sender; recipient: Recipient; outcome: Outcome }[]) =>
  Object.fromEntries(rows.map(({ sender, recipient, outcome }) => [`${sender} → ${recipient}`, outcome]))

test.each(Object.entries(ways))(
  '%s reaches each recipient as the rule says',
  { timeout: 60_000 },
  async (_name, way) => {
    const reach = async (sender: Sender, recipient: Recipient, family: Family) => {
      const [one, other] = [await newSender(sender), await newUser()]
      const isForeign = one.schoolId !== other.schoolId
      const by = isForeign ? await newUser() : one // who prepares what a foreign sender must not reach
      const prepared = (await way.prepare?.(by, other)) ?? ''
      await relate(sender, one, other)
      await choose(recipient, other, one)
      const id = await way.act(one, other, family, prepared)
      return { sender, recipient, outcome: await findOutcome(other, family, id) }
    }
    const found = []
    for (const [row, sender] of senders.entries())
      found.push(
        ...(await Promise.all(
          // Like a chessboard: each sender and each recipient meets both path families.
          recipients.map((recipient, column) => reach(sender, recipient, families[(row + column) % 2] as Family)),
        )),
      )
    const expected = senders.flatMap((sender) =>
      recipients.map((recipient) => ({ sender, recipient, outcome: findExpected(way, sender, recipient) })),
    )
    expect(toTable(found)).toEqual(toTable(expected))
  },
)
