import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type RequestChoice, requestChoices } from '../../../shared/request-choices.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeBlock, makeFriends, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { setLocalHour } from '../../../testing/local-hour.ts'
import { openStream } from '../../../testing/streams.ts'
import { marketplace } from '../../marketplace/contract.ts'
import { notifications } from '../../notifications/contract.ts'
import { mailDigests } from '../../notifications/server/mail-actions.ts'
import { friends } from '../../people/contract.ts'
import { safety } from '../../people/safety-contract.ts'
import { schools } from '../../schools/contract.ts'
import { search } from '../../search/contract.ts'
import { messageLimits, messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { messagePersonalData } from './content-types.ts'
import { countUnreadMessages, messagePushes } from './push-source.ts'
import { deleteExpiredRequests } from './requests.ts'

const { app, school, ada, bo } = await campus({ people: { ada: { name: 'Ada' }, bo: { name: 'Bo' } } })

const on = (id: string) => ({ params: { id } })
const newUser = () => makeUser(app, { school })
const choose = (who: TestUser, requests: RequestChoice) => as(app, who)(safety.update, { body: { requests } })

const families = ['/conversations', '/messages/conversations'] as const
type Family = (typeof families)[number]
const createAt = (family: Family) => ({ ...conversations.create, path: family }) as typeof conversations.create
const listAt = (family: Family) => ({ ...conversations.list, path: family }) as typeof conversations.list
const sendAt = (family: Family) => ({ ...messages.send, path: `${family}/:id/messages` }) as typeof messages.send

const relations = ['stranger', 'friend', 'private group', 'public group', 'pending friend request', 'blocked'] as const
type Relation = (typeof relations)[number]

async function relate(sender: TestUser, recipient: TestUser, relation: Relation) {
  if (relation === 'friend') await makeFriends(app, sender, recipient)
  if (relation === 'private group') await makeGroup(app, sender, { type: 'private', members: [recipient] })
  if (relation === 'public group') await makeGroup(app, sender, { type: 'public', members: [recipient] })
  if (relation === 'pending friend request') await as(app, sender)(friends.request, on(recipient.id))
  if (relation === 'blocked') await makeBlock(app, recipient, sender)
}

type Outcome = { readonly status: number; readonly id: string | undefined }
type Way = (sender: TestUser, recipient: TestUser, family: Family, prepared: string) => Promise<Outcome>

const create = async (sender: TestUser, family: Family, body: object): Promise<Outcome> => {
  const reply = await as(app, sender)(createAt(family), { body })
  if (reply.status !== 201) return { status: reply.status, id: undefined }
  const id = reply.body.conversation_id
  const sent = await as(app, sender)(sendAt(family), { params: { id }, body: { content: 'Hello' } })
  return { status: sent.status, id }
}

/** The ways to reach a user. `prepare` runs before the two are related and the setting is chosen. */
const ways: Readonly<
  Record<string, { prepare?(sender: TestUser, recipient: TestUser): Promise<string>; open: Way; isExempt?: true }>
> = {
  participant_id: { open: (sender, { id }, family) => create(sender, family, { participant_id: id }) },
  'participants as an id': { open: (sender, { id }, family) => create(sender, family, { participants: id }) },
  'participants as a list': { open: (sender, { id }, family) => create(sender, family, { participants: [id] }) },
  'a conversation of several': {
    open: async (sender, { id }, family) => create(sender, family, { participants: [id, (await newUser()).id] }),
  },
  'adding a participant': {
    prepare: async (sender) => (await makeConversation(app, sender, [await newUser(), await newUser()])).id,
    async open(sender, recipient, family, id) {
      const ask = { params: { id }, body: { user_ids: [recipient.id] } }
      const { status } = await as(app, sender)(conversations.addParticipants, ask)
      if (status !== 200) return { status, id }
      return {
        status: (await as(app, sender)(sendAt(family), { params: { id }, body: { content: 'Hello' } })).status,
        id,
      }
    },
  },
  'interest in a listing': {
    isExempt: true,
    prepare: async (_sender, recipient) => (await makeListing(app, recipient)).id,
    async open(sender, _recipient, _family, listing) {
      const reply = await as(app, sender)(marketplace.interest, { ...on(listing), body: {} })
      return { status: reply.status === 200 ? 201 : reply.status, id: reply.body.conversation_id }
    },
  },
  'an open conversation': {
    isExempt: true,
    prepare: async (sender, recipient) => (await makeConversation(app, sender, [recipient])).id,
    async open(sender, _recipient, family, id) {
      return {
        status: (await as(app, sender)(sendAt(family), { params: { id }, body: { content: 'Hello' } })).status,
        id,
      }
    },
  },
}

const combinations = requestChoices.flatMap((setting) =>
  relations.flatMap((relation) =>
    Object.keys(ways).flatMap((way) => families.map((family) => ({ setting, relation, way, family }))),
  ),
)

test('covers each combination of settings, relations, ways and path families', () => {
  expect(combinations).toHaveLength(252)
})

test.each(combinations)('$setting, $relation, $way at $family', async ({ setting, relation, way, family }) => {
  const [sender, recipient] = [await newUser(), await newUser()]
  const { prepare, open, isExempt } = ways[way] as (typeof ways)[string]
  const prepared = (await prepare?.(sender, recipient)) ?? ''
  await relate(sender, recipient, relation)
  await choose(recipient, setting)
  const { status, id } = await open(sender, recipient, family, prepared)

  const list = async (query: Record<string, string>) =>
    (await as(app, recipient)(listAt(family), { query })).body.data.map(({ id }) => id)
  const [inbox, requests] = [await list({}), await list({ requests: 'true' })]
  const isKnown = relation === 'friend' || (setting === 'known' && relation === 'private group')
  const expected =
    relation === 'blocked' ? 'nowhere' : isExempt || setting === 'everyone' || isKnown ? 'inbox' : 'requests'
  if (expected === 'nowhere') expect([403, 404]).toContain(status)
  else expect(status).toBe(201)
  const isIn = (ids: readonly string[]) => id !== undefined && ids.includes(id)
  const isOldConversation = way === 'an open conversation' // stays in the list, but gets no message
  expect({ inbox: isIn(inbox), requests: isIn(requests) }).toEqual({
    inbox: expected === 'inbox' || (isOldConversation && isIn(inbox)),
    requests: expected === 'requests',
  })
  const unread = (await as(app, recipient)(listAt(family))).body.unread_count
  expect(unread > 0).toBe(expected === 'inbox')
})

/** A request of the sender to the recipient. */
async function ask(sender: TestUser, recipient: TestUser, content = 'Do you have notes?') {
  await choose(recipient, 'friends')
  const conversation = await makeConversation(app, sender, [recipient])
  const sent = await as(app, sender)(messages.send, { ...on(conversation.id), body: { content } })
  return { id: conversation.id, sent }
}
const show = async (who: TestUser, id: string) => (await as(app, who)(conversations.show, on(id))).body.data
const listRequests = async (who: TestUser) =>
  (await as(app, who)(conversations.list, { query: { requests: 'true' } })).body.data.map(({ id }) => id)
const accept = async (who: TestUser, id: string) => (await as(app, who)(conversations.accept, on(id))).status
const decline = async (who: TestUser, id: string) => (await as(app, who)(conversations.decline, on(id))).status
const send = (who: TestUser, id: string, content = 'Hi') =>
  as(app, who)(messages.send, { ...on(id), body: { content } })

test('a request leaves no trace in read state, typing, live events, push, search or the unread badge', async () => {
  const [sender, recipient] = [await newUser(), await newUser()]
  const [theirs, own] = [await openStream(app, sender), await openStream(app, recipient)]
  const { id, sent } = await ask(sender, recipient, 'Zanzibar')
  expect(sent.status).toBe(201)
  await expect.poll(() => own.heard.map(({ name }) => name)).toContain('request.created')
  expect(own.heard.find(({ name }) => name === 'request.created')?.body).toEqual({ conversation_id: id })
  const before = await show(sender, id)
  expect(before).toMatchObject({ state: 'requested', can: { send: false } })

  expect((await as(app, recipient)(messages.list, on(id))).body.data).toMatchObject([{ content: 'Zanzibar' }])
  await as(app, recipient)(conversations.read, on(id))
  await as(app, recipient)(messages.read, { params: { id, mid: sent.body.data.id } })
  await as(app, recipient)(conversations.typing, on(id))
  await as(app, sender)(conversations.typing, on(id))
  const react = { params: { id: sent.body.data.id, emoji: '👍' } }
  expect((await as(app, recipient)(messages.react, react)).status).toBe(409)
  expect(await show(sender, id)).toEqual(before)

  const { body } = await as(app, recipient)(conversations.list)
  expect([body.unread_count, body.data]).toEqual([0, []])
  const person = { schoolId: school.id, userId: recipient.id }
  expect(await countUnreadMessages(app.db, [person])).toEqual(new Map())
  const push = { ...person, kind: 'message', link: `/messages/${id}`, showsText: true } as const
  expect(await messagePushes.load(app.db, [push])).toEqual([undefined])
  expect(await app.db.selectFrom('push_due').selectAll().where('user_id', '=', recipient.id).execute()).toEqual([])
  expect((await as(app, recipient)(search.all, { query: { q: 'Zanzibar' } })).body.data).toEqual([])
  const marker = await makeConversation(app, recipient, [sender]) // answers: the first event that may reach the sender
  expect(marker.id).toBe(id)
  await expect.poll(() => theirs.heard.map(({ name }) => name)).toContain('conversation.changed')
  const names = [...theirs.heard, ...own.heard].map(({ name }) => name)
  expect(names).not.toContain('conversation.read')
  expect(names).not.toContain('typing')
  expect(own.heard.filter(({ name }) => name === 'message.created')).toEqual([])
  await theirs.close()
  await own.close()
})

test('a request is one text of up to 500 characters without photos', async () => {
  const [sender, recipient] = [await newUser(), await newUser()]
  expect((await ask(sender, recipient, 'x'.repeat(501))).sent.status).toBe(400)
  const { id, sent } = await ask(sender, recipient, 'x'.repeat(500))
  expect(sent.status).toBe(201)
  expect((await send(sender, id)).status).toBe(409)
  const edit = { params: { id: sent.body.data.id }, body: { content: 'x'.repeat(501) } }
  expect((await as(app, sender)(messages.update, edit)).status).toBe(400)
})

test('an answer accepts, and so does the opening of the conversation by the user who was asked', async () => {
  for (const answer of ['send', 'open', 'accept'] as const) {
    const [sender, recipient] = [await newUser(), await newUser()]
    const { id } = await ask(sender, recipient)
    if (answer === 'send') expect((await send(recipient, id)).status).toBe(201)
    if (answer === 'open') expect((await makeConversation(app, recipient, [sender])).id).toBe(id)
    if (answer === 'accept') expect(await accept(recipient, id)).toBe(200)
    expect(await show(sender, id)).toMatchObject({ state: 'open', can: { send: true } })
    expect(await listRequests(recipient)).toEqual([])
    const bell = (await as(app, recipient)(notifications.list)).body.data
    expect(bell.filter(({ kind }) => kind === 'message_request')).toEqual([])
    expect(await accept(recipient, id)).toBe(409)
    expect(await decline(recipient, id)).toBe(409)
    expect(await accept(sender, id)).toBe(409)
    expect(await accept(await newUser(), id)).toBe(404)
  }
})

test('a decline is silent, and final for 30 days', async () => {
  const [sender, recipient] = [await newUser(), await newUser()]
  const { id } = await ask(sender, recipient)
  const before = await show(sender, id)
  const refused = await send(sender, id)
  expect(await decline(recipient, id)).toBe(200)
  expect(await decline(recipient, id)).toBe(409)
  expect(await show(sender, id)).toEqual(before)
  const again = await send(sender, id)
  expect([again.status, again.body.error]).toEqual([refused.status, refused.body.error])
  expect((await as(app, recipient)(conversations.show, on(id))).status).toBe(404)
  const dayAgo = (days: number) =>
    sql`update participants set declined_at = now() - make_interval(days => ${days}) where conversation_id = ${id}
      and state = 'declined'`.execute(app.db)
  await dayAgo(29)
  await deleteExpiredRequests(app.db)
  expect((await send(sender, id)).status).toBe(409)
  await dayAgo(31)
  await deleteExpiredRequests(app.db)
  expect(await listRequests(recipient)).toEqual([])
  expect((await send(sender, id, 'Second try')).status).toBe(201)
  expect(await listRequests(recipient)).toEqual([id])
  const { data } = (await as(app, recipient)(messages.list, on(id))).body
  expect(data.map(({ content }) => content)).toEqual(['Second try'])
})

test('two users who write to each other concurrently get one open conversation', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await newUser(), await newUser()]
    await choose(one, 'friends')
    await choose(other, 'friends')
    const write = async (from: TestUser, to: TestUser) => {
      const { id } = await makeConversation(app, from, [to])
      return { id, status: (await send(from, id)).status }
    }
    const written = await Promise.all([write(one, other), write(other, one)])
    expect(new Set(written.map(({ id }) => id)).size).toBe(1)
    const id = written[0]?.id ?? ''
    expect(await show(one, id)).toMatchObject({ state: 'open', can: { send: true } })
    expect(await show(other, id)).toMatchObject({ state: 'open', can: { send: true } })
  }
})

test('of a concurrent accept and decline one counts', async () => {
  for (let round = 0; round < 5; round++) {
    const [sender, recipient] = [await newUser(), await newUser()]
    const { id } = await ask(sender, recipient)
    const statuses = await Promise.all([accept(recipient, id), decline(recipient, id), accept(recipient, id)])
    expect(statuses.toSorted()).toEqual([200, 409, 409])
  }
})

test('a sender has at most ten requests without an answer, also when they write concurrently', async () => {
  const sender = await newUser()
  const people = await Promise.all(Array.from({ length: 13 }, newUser))
  for (const person of people) await choose(person, 'friends')
  const opened = []
  for (const person of people) opened.push(await makeConversation(app, sender, [person]))
  const statuses = await Promise.all(opened.map(async ({ id }) => (await send(sender, id)).status))
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  const [first] = people.filter((_, index) => statuses[index] === 201)
  const [free] = opened.filter((_, index) => statuses[index] === 429)
  const [request = ''] = await listRequests(first as TestUser)
  await decline(first as TestUser, request) // otherwise the sender could count declines
  expect((await send(sender, free?.id ?? '')).status).toBe(429)
})

test('a sender asks up to 20 new people per day, also when all of them accept', async () => {
  const sender = await newUser()
  for (let count = 0; count < messageLimits.requestsPerDay; count++) {
    const recipient = await newUser()
    const { id, sent } = await ask(sender, recipient)
    expect(sent.status).toBe(201)
    expect(await accept(recipient, id)).toBe(200)
  }
  const { sent } = await ask(sender, await newUser())
  expect([sent.status, sent.body.error]).toEqual([
    429,
    'You have written to many new people today. Try again tomorrow.',
  ])
})

test('requests are one line of the digest, which has neither a name nor a text', async () => {
  const recipient = await newUser()
  await setLocalHour(app.db, school.id, 9) // digests are sent from eight on
  for (const name of ['Zanzibar Quartz', 'Yolanda Quince'])
    expect((await ask(await makeUser(app, { school, name }), recipient, 'A text to hide')).sent.status).toBe(201)
  await sql`update notifications set created_at = created_at - interval '2 days' where user_id = ${recipient.id}`.execute(
    app.db,
  )
  await mailDigests(app)
  const { rows } = await sql<{ mail: { subject: string; text: string } }>`
    select payload as mail from graphile_worker._private_jobs where payload ->> 'to' = ${recipient.email}`.execute(
    app.db,
  )
  expect(rows.map(({ mail }) => mail.subject)).toEqual(['2 message requests'])
  const [text = ''] = rows.map(({ mail }) => mail.text)
  expect(text).toContain(`2 message requests\n${app.config.publicUrl}/messages?requests=true`)
  expect(text).not.toMatch(/Zanzibar|Yolanda|A text to hide/)
})

test('a block during a request removes it, and the sender sees no difference', async () => {
  const [sender, recipient] = [await newUser(), await newUser()]
  const { id } = await ask(sender, recipient)
  await as(app, recipient)(friends.block, on(sender.id))
  expect(await listRequests(recipient)).toEqual([])
  expect(await show(sender, id)).toMatchObject({ state: 'requested', can: { send: false } })
})

test('an invitation shows nothing of the conversation before the user joins, and nothing earlier afterwards', async () => {
  const guest = await newUser()
  await choose(guest, 'friends')
  const group = await makeConversation(app, ada, [bo, await newUser()])
  await makeMessage(app, ada, group, { content: 'Before' })
  const add = { ...on(group.id), body: { user_ids: [guest.id] } }
  const reply = await as(app, ada)(conversations.addParticipants, add)
  expect(reply.body.data).toEqual({ added: [], asked: [guest.id] })
  expect((await as(app, ada)(conversations.addParticipants, add)).body.data).toEqual({ added: [], asked: [guest.id] })
  await makeMessage(app, ada, group, { content: 'Meanwhile' })
  expect(await listRequests(guest)).toEqual([group.id])
  expect(await show(guest, group.id)).toMatchObject({ state: 'requested', last_message: null, unread_count: 0 })
  expect((await as(app, guest)(messages.list, on(group.id))).body.data).toEqual([])
  expect((await send(guest, group.id)).status).toBe(409)
  expect((await show(bo, group.id)).participants).not.toContain(guest.id)
  expect(await accept(guest, group.id)).toBe(200)
  expect((await show(bo, group.id)).participants).toContain(guest.id)
  await makeMessage(app, ada, group, { content: 'After' })
  const { data } = (await as(app, guest)(messages.list, on(group.id))).body
  expect(data.filter(({ system }) => system === null).map(({ content }) => content)).toEqual(['After'])
})

test('the copy of a user’s data has the requests and invitations that they sent, without the answers', async () => {
  const [sender, waiting, declining, accepting, invited] = [
    ...[await newUser(), await newUser(), await newUser()],
    ...[await newUser(), await newUser()],
  ] as const
  const [one, two, three] = [
    await ask(sender, waiting),
    await ask(sender, declining, 'Hello'),
    await ask(sender, accepting),
  ]
  expect(await decline(declining, two.id)).toBe(200)
  expect(await accept(accepting, three.id)).toBe(200)
  const group = await makeConversation(app, sender, [await newUser(), await newUser()])
  await choose(invited, 'friends')
  await as(app, sender)(conversations.addParticipants, { ...on(group.id), body: { user_ids: [invited.id] } })

  const loadCopy = async (who: TestUser) => {
    const person = { id: who.id, schoolId: school.id }
    const rows = await messagePersonalData.find(({ table }) => table === 'participants')?.export(app.db, person)
    return (rows ?? []).filter((row) => 'requested_user_id' in row)
  }
  const sent = (conversation_id: string, kind: string, { id }: TestUser) => ({
    ...{ conversation_id, kind, title: null, requested_user_id: id, requested_at: expect.any(Date) },
  })
  const found = await loadCopy(sender)
  expect(found).toHaveLength(4)
  expect(found).toEqual(
    expect.arrayContaining([
      sent(one.id, 'direct', waiting),
      sent(two.id, 'direct', declining),
      sent(three.id, 'direct', accepting),
      sent(group.id, 'several', invited),
    ]),
  )
  for (const other of [waiting, declining, accepting, invited]) expect(await loadCopy(other)).toEqual([])
})

test('a user who has not chosen has the default of their school', async () => {
  const [sender, recipient] = [await newUser(), await newUser()]
  expect((await as(app, recipient)(safety.settings)).body.data).toMatchObject({
    requests: 'everyone',
    default_requests: 'everyone',
  })
  const site = await makeUser(app, { school, role: 'site_admin' })
  const setDefault = async (default_requests: RequestChoice) => {
    const ask = { params: { id: school.id }, body: { default_requests } }
    expect((await as(app, site)(schools.update, ask)).status).toBe(200)
  }
  await setDefault('known')
  expect((await as(app, recipient)(safety.settings)).body.data.requests).toBe('known')
  const { id } = await makeConversation(app, sender, [recipient])
  await send(sender, id)
  expect(await listRequests(recipient)).toEqual([id])
  await setDefault('everyone')
  expect(await listRequests(recipient)).toEqual([id]) // later conversations only
})
