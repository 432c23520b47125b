import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type ShareKind, shareKinds } from '../../../shared/share-kinds.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAssignment } from '../../../testing/factories/assignments.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import { makeGroup, makeGroupEvent, makeGroupPost, makeMember } from '../../../testing/factories/groups.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeConversation } from '../../../testing/factories/messages.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { makeProfessor } from '../../../testing/factories/professors.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { marketplace } from '../../marketplace/contract.ts'
import { notifications } from '../../notifications/contract.ts'
import { posts } from '../../posts/contract.ts'
import { messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { pins } from '../pin-contract.ts'
import { cards } from '../share-contract.ts'
import { messagePersonalData } from './content-types.ts'
import { messagePushes } from './push-source.ts'

const { app, school, ada, grace, foreigner } = await campus({
  people: { ada: { name: 'Ada Castellan' }, grace: { name: 'Grace Mbeki' } },
  foreign: { people: { foreigner: {} } },
})

const person = (name = 'Test Person') => makeUser(app, { school, name })
type Share = { kind: ShareKind; id: string }
const share = (who: TestUser, conversation: { id: string }, item: Share, content?: string) =>
  as(app, who)(messages.send, {
    params: { id: conversation.id },
    body: { share: item, ...(content === undefined ? {} : { content }) },
  })
const card = (who: TestUser, params: Share) => as(app, who)(cards.show, { params })

/** One item of each kind. */
async function makeItems(): Promise<Record<ShareKind, string>> {
  const group = await makeGroup(app, ada)
  return {
    post: (await makePost(app, ada, { content: 'A post' })).id,
    group_post: (await makeGroupPost(app, ada, group)).id,
    event: (await makeEvent(app, ada)).id,
    listing: (await makeListing(app, ada)).id,
    question: (await makeAssignment(app, ada)).id,
    professor: (await makeProfessor(app, ada)).id,
  }
}

test('each kind is shared by its id alone, and each reader reads its card', async () => {
  const conversation = await makeConversation(app, ada, [grace])
  const items = await makeItems()
  const stream = await openStream(app, grace)
  for (const kind of shareKinds) {
    const { status, body } = await share(ada, conversation, { kind, id: items[kind] })
    expect(status, kind).toBe(201)
    expect(body.data).toMatchObject({ type: 'text', share: { kind, id: items[kind] } })
    expect(body.data.content).toMatch(/^Shared an? /)
    expect((await stream.next('message.created')).body).toMatchObject({ message: { share: { kind, id: items[kind] } } })
    const read = await card(grace, { kind, id: items[kind] })
    expect(read.status, kind).toBe(200)
    expect(read.body.data.title.length).toBeGreaterThan(0)
    expect(read.body.data.link).toContain(items[kind])
    expect((await card(foreigner, { kind, id: items[kind] })).status, 'of another school').toBe(404)
    for (const other of shareKinds)
      if (other !== kind) expect((await card(grace, { kind: other, id: items[kind] })).status).toBe(404)
  }
  const listed = await as(app, grace)(messages.list, { params: { id: conversation.id } })
  expect(listed.body.data.map((message) => message.share?.kind)).toEqual([...shareKinds])
})

test('a text of the sender stays beside the card, and a message without a card needs one', async () => {
  const conversation = await makeConversation(app, ada, [grace])
  const { id } = await makePost(app, ada)
  const { body } = await share(ada, conversation, { kind: 'post', id }, 'Look at this')
  expect(body.data.content).toBe('Look at this')
  const params = { id: conversation.id }
  const send = (values: object) => as(app, ada)(messages.send, { params, body: values as never })
  expect((await send({ share: null })).status).toBe(400)
  expect((await send({ share: { kind: 'confession', id } })).status).toBe(400)
  const later = await send({ share: { kind: 'post', id }, send_at: Math.floor(Date.now() / 1000) + 3600 })
  expect(later).toMatchObject({ status: 400, body: { error: 'Only texts can be sent later.' } })
  for (const columns of [sql`share_id = null`, sql`share_kind = 'user', share_id = id`])
    await expect(sql`update messages set ${columns} where id = ${body.data.id}`.execute(app.db)).rejects.toThrow(
      'messages_share_is_known',
    )
})

test('an item that the sender does not see cannot be shared: foreign, hidden and missing get one reply', async () => {
  const [outsider, blocked] = [await person(), await person()]
  const conversation = await makeConversation(app, outsider, [grace])
  const hidden = await makeGroup(app, ada, { type: 'private' })
  const post = await makePost(app, blocked)
  await makeBlock(app, outsider, blocked)
  const withheld = await makePost(app, ada)
  await sql`update posts set withheld_at = now() where id = ${withheld.id}`.execute(app.db)
  const items: Share[] = [
    { kind: 'group_post', id: (await makeGroupPost(app, ada, hidden)).id },
    { kind: 'event', id: (await makeGroupEvent(app, ada, hidden)).id },
    { kind: 'post', id: post.id },
    { kind: 'post', id: withheld.id },
    { kind: 'post', id: (await makePost(app, foreigner)).id },
    { kind: 'question', id: randomUUID() },
  ]
  const replies = new Set<string>()
  for (const item of items)
    for (const reply of [await share(outsider, conversation, item), await card(outsider, item)]) {
      expect(reply.status, item.kind).toBe(404)
      replies.add(reply.body.error ?? '')
    }
  expect(replies).toEqual(new Set(['Not available to you']))
})

test('a list of cards has those that its reader sees, each as alone, whatever else it asks for', async () => {
  const [member, outsider, blocked] = [await person('Member'), await person('Outsider'), await person()]
  const group = await makeGroup(app, ada, { type: 'private' })
  await makeMember(app, ada, group, member)
  await makeBlock(app, outsider, blocked)
  const withheld = await makePost(app, ada)
  await sql`update posts set withheld_at = now() where id = ${withheld.id}`.execute(app.db)
  const items = await makeItems()
  const seenByAll: Share[] = shareKinds.map((kind) => ({ kind, id: items[kind] }))
  const seenByMember: Share[] = [
    { kind: 'group_post', id: (await makeGroupPost(app, ada, group)).id },
    { kind: 'event', id: (await makeGroupEvent(app, ada, group)).id },
    { kind: 'post', id: (await makePost(app, blocked)).id },
  ]
  const seenByNone: Share[] = [
    { kind: 'post', id: withheld.id },
    { kind: 'post', id: (await makePost(app, foreigner)).id },
    { kind: 'professor', id: items.post },
    { kind: 'listing', id: randomUUID() },
  ]
  const asked = [...seenByNone, ...seenByAll, ...seenByMember, ...seenByAll].map(({ kind, id }) => `${kind}:${id}`)
  const sorted = (list: readonly object[]) => list.map((row) => JSON.stringify(row)).sort()
  for (const [who, seen] of [
    [member, [...seenByAll, ...seenByMember]],
    [outsider, seenByAll],
  ] as const) {
    const { status, body } = await as(app, who)(cards.list, { query: { items: `${asked.join()},post:1,nothing,` } })
    expect(status).toBe(200)
    const alone = await Promise.all(seen.map(async (item) => (await card(who, item)).body.data))
    expect(sorted(body.data)).toEqual(sorted(alone))
  }
  expect((await as(app, ada)(cards.list)).body.data).toEqual([])
})

test('an outsider to a private group reads none of the words of a shared item in any response', async () => {
  const [member, outsider] = [await person('Member'), await person('Outsider')]
  const group = await makeGroup(app, ada, { type: 'private', name: 'Pelican keepers' })
  await makeMember(app, ada, group, member)
  const [post, event] = [
    await makeGroupPost(app, ada, group, { content: 'The pelican sings at night' }),
    await makeGroupEvent(app, ada, group, { title: 'Pelican night' }),
  ]
  const conversation = await makeConversation(app, member, [outsider])
  const stream = await openStream(app, outsider)
  const items: Share[] = [
    { kind: 'group_post', id: post.id },
    { kind: 'event', id: event.id },
  ]
  const seen: unknown[] = []
  for (const item of items) {
    const { body, status } = await share(member, conversation, item)
    expect(status).toBe(201)
    expect(JSON.stringify((await card(member, item)).body), 'the member reads it').toMatch(/pelican/i)
    await as(app, member)(pins.add, { params: { id: body.data.id } })
    const reply = { content: 'Can you see it?', reply_to: body.data.id }
    await as(app, member)(messages.send, { params: { id: conversation.id }, body: reply })
    const listed = await as(app, outsider)(cards.list, { query: { items: `${item.kind}:${item.id}` } })
    seen.push((await stream.next('message.created')).body, await card(outsider, item), listed)
  }
  const params = { id: conversation.id }
  const call = as(app, outsider)
  seen.push(
    await call(messages.list, { params }),
    await call(messages.list, { params, query: { q: 'pelican' } }),
    await call(pins.list, { params }),
    await call(conversations.list),
    await call(conversations.show, { params }),
    await call(notifications.list),
    await messagePushes.load(app.db, [
      { schoolId: school.id, userId: outsider.id, link: `/messages/${conversation.id}` } as never,
    ]),
    ...(await Promise.all(
      messagePersonalData.map(({ export: read }) => read(app.db, { id: outsider.id, schoolId: school.id } as never)),
    )),
  )
  expect(JSON.stringify(seen)).toContain('Can you see it?')
  expect(JSON.stringify(seen)).not.toMatch(/pelican/i)
})

test('a message with only a card cannot be edited, and one with a text beside it can', async () => {
  const conversation = await makeConversation(app, ada, [grace])
  const items = await makeItems()
  const edit = (id: string) => as(app, ada)(messages.update, { params: { id }, body: { content: 'Rewritten' } })
  for (const kind of shareKinds) {
    const only = (await share(ada, conversation, { kind, id: items[kind] })).body.data
    expect(only.can, kind).toMatchObject({ edit: false, delete: true })
    const refused = await edit(only.id)
    expect([refused.status, refused.body.error]).toEqual([400, 'Messages without a text can’t be edited.'])
    const beside = (await share(ada, conversation, { kind, id: items[kind] }, 'Look')).body.data
    expect(beside.can, kind).toMatchObject({ edit: true })
    expect((await edit(beside.id)).body.data).toMatchObject({ content: 'Rewritten', share: { kind } })
  }
})

test('a card follows its item: edited, withdrawn, blocked, deleted', async () => {
  const [owner, reader] = [await person('Owner'), await person('Reader')]
  const post = await makePost(app, owner, { content: 'First' })
  const item: Share = { kind: 'post', id: post.id }
  expect((await card(reader, item)).body.data).toMatchObject({ title: 'Owner', text: 'First' })
  await as(app, owner)(posts.update, { params: { id: post.id }, body: { content: 'Second' } })
  expect((await card(reader, item)).body.data.text).toBe('Second')
  await makeBlock(app, owner, reader)
  expect((await card(reader, item)).status).toBe(404)
  await as(app, owner)(posts.remove, { params: { id: post.id } })
  expect((await card(owner, item)).status).toBe(404)

  const listing = await makeListing(app, owner)
  const other = await person()
  expect((await card(other, { kind: 'listing', id: listing.id })).status).toBe(200)
  await as(app, owner)(marketplace.changeState, { params: { id: listing.id }, body: { state: 'withdrawn' } })
  expect((await card(other, { kind: 'listing', id: listing.id })).status).toBe(404)
})

test('the card of an anonymous post names no author, also to the author, and covers what a note covers', async () => {
  const post = await makePost(app, ada, { content: 'Who am I?', anonymous: true })
  for (const who of [ada, grace]) {
    const text = JSON.stringify((await card(who, { kind: 'post', id: post.id })).body)
    expect(text).toContain('Anonymous post')
    for (const trace of [ada.id, ada.name, 'Castellan']) expect(text).not.toContain(trace)
  }
  const noted = await makePost(app, ada, { content: 'The end of the film' })
  await sql`update posts set note = 'Spoiler' where id = ${noted.id}`.execute(app.db)
  const { text, image_url } = (await card(grace, { kind: 'post', id: noted.id })).body.data
  expect([text, image_url]).toEqual(['Note: Spoiler', null])
})
