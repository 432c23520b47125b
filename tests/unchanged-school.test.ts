// A school that changes none of its safety settings answers the documented calls as it did before there were any: the
// same statuses, the documented fields, and nothing that waits, asks or hides.

import { expect, test } from 'vitest'
import { confessions } from '../src/features/confessions/contract.ts'
import { messages } from '../src/features/messages/contract.ts'
import { conversations } from '../src/features/messages/conversation-contract.ts'
import { people } from '../src/features/people/contract.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { session } from '../src/features/session/contract.ts'
import type { Route } from '../src/shared/contract.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { openStream, waitForEarlierEvents } from '../src/testing/streams.ts'

const { app, ada, grace, omar } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada Byron' }, grace: { name: 'Grace Mbeki' }, omar: { name: 'Omar Teo' } },
})

/** Names a schoolmate, a phone number, an email address and a place, and is about a crisis. */
const text = 'Grace Mbeki, room 214, 555-123-4567, grace@x.example: today I want to die'

/** Of the documents. */
const fields = {
  post: 'id author_id author content type media_urls is_anonymous visibility created_at is_liked like_count comment_count',
  comment: 'id post_id content parent_id author author_id created_at',
  confession: 'id confession_number content category created_at likes_count is_liked is_author trending',
  conversation:
    'id participants participant_users title group_id marketplace_listing_id last_message last_message_at unread_count',
  message: 'id sender_id content type image_url file_url edited created_at',
}
/** Of items that a safety setting has changed. */
const ofSafety = ['note', 'sensitive', 'state', 'what', 'waits', 'scheduled', 'flagged']

function assertDocumented(
  kind: keyof typeof fields,
  item: object,
  { may = [] }: { may?: readonly string[] } = {},
): void {
  const keys = Object.keys(item)
  expect(keys, kind).toEqual(expect.arrayContaining(fields[kind].split(' ')))
  expect(keys.filter((key) => ofSafety.includes(key) && !may.includes(key))).toEqual([])
}

test('anonymous and named texts are published as they are, and edited without a question', async () => {
  for (const is_anonymous of [false, true]) {
    const made = await as(app, ada)(posts.create, { body: { content: text, is_anonymous } })
    expect(made.status).toBe(201)
    assertDocumented('post', made.body.data)
    const params = { id: made.body.data.id }
    const said = await as(app, ada)(comments.create, { body: { post_id: params.id, content: text } })
    expect(said.status).toBe(201)
    assertDocumented('comment', said.body.data)
    const edited = await as(app, ada)(posts.update, { params, body: { content: `${text}!` } })
    expect([edited.status, edited.body.data.content]).toEqual([200, `${text}!`])
    const shown = (await as(app, omar)(posts.show, { params })).body.data
    assertDocumented('post', shown)
    expect(shown).toMatchObject({ content: `${text}!`, is_anonymous, like_count: 0, comment_count: 1 })
    const [comment] = (await as(app, omar)(comments.list, { params })).body.data
    assertDocumented('comment', comment ?? {})
    expect(comment).toMatchObject({ content: text })
  }
  const confessed = await as(app, ada)(confessions.create, { body: { content: text } })
  expect(confessed.status).toBe(201)
  assertDocumented('confession', confessed.body.data)
  const [confession] = (await as(app, omar)(confessions.list)).body.data
  assertDocumented('confession', confession ?? {})
  expect(confession).toMatchObject({ content: text, confession_number: 1, is_author: false })
  expect((await as(app, omar)(posts.feed)).body.data).toHaveLength(2)
})

const families = ['/conversations', '/messages/conversations', '/api/conversations', '/api/messages/conversations']

test.each(families)(
  'a schoolmate writes to another at %s: the message arrives immediately, with receipts and typing',
  async (family) => {
    const at = <R extends Route>(route: R) => ({ ...route, path: route.path.replace('/conversations', family) }) as R
    const streams = { ada: await openStream(app, ada), grace: await openStream(app, grace) }
    const to = family.includes('messages') ? { participant_id: grace.id } : { participants: [grace.id] }
    const begun = await as(app, ada)(at(conversations.create), { body: to })
    expect(begun.status).toBe(201)
    assertDocumented('conversation', begun.body.data, { may: ['state'] })
    expect(begun.body.data).toMatchObject({ state: 'open', can: { send: true } })
    const params = { id: begun.body.conversation_id }
    expect(begun.body.data.id).toBe(params.id)
    const again = await as(app, ada)(at(conversations.create), { body: to })
    expect([again.status, (again.body as { conversation_id?: string }).conversation_id]).toEqual([409, params.id])

    const sent = await as(app, ada)(at(messages.send), { params, body: { content: text } })
    expect(sent.status).toBe(201)
    expect(Object.keys(sent.body)).toEqual(['success', 'data'])
    assertDocumented('message', sent.body.data)
    expect(sent.body.data).toMatchObject({
      content: text,
      type: 'text',
      edited: false,
      image_url: null,
      file_url: null,
    })
    expect((await as(app, ada)(at(messages.send), { params, body: { content: 'And another' } })).status).toBe(201)
    await streams.grace.next('message.created')
    const list = (await as(app, grace)(at(conversations.list))).body
    expect(list).toMatchObject({ unread_count: 2, data: [{ id: params.id, unread_count: 2 }] })
    const read = (await as(app, grace)(at(messages.list), { params })).body.data
    expect(read.map(({ content }) => content)).toEqual([text, 'And another'])
    for (const message of read) assertDocumented('message', message)

    await as(app, grace)(conversations.typing, { params })
    expect((await as(app, grace)(at(conversations.read), { params })).status).toBe(200)
    await waitForEarlierEvents(app, ada, streams.ada)
    expect(streams.ada.heard.map(({ name }) => name)).toEqual(expect.arrayContaining(['typing', 'conversation.read']))
    const several = await as(app, ada)(at(conversations.create), { body: { participants: [grace.id, omar.id] } })
    expect(several.status).toBe(201)
    expect(several.body.data.participants.toSorted()).toEqual([ada.id, grace.id, omar.id].sort())
    for (const stream of Object.values(streams)) stream.close()
  },
)

test('profiles, the directory and the own settings hide nothing', async () => {
  const profile = (await as(app, ada)(people.show, { params: { id: grace.id } })).body.data
  expect(profile).toMatchObject({ name: grace.name, is_hidden: false, can_message: true, ask_before_saving: false })
  const listed = (await as(app, ada)(people.search, { query: { q: 'e' } })).body.data.map(({ name }) => name)
  expect(listed).toEqual(expect.arrayContaining([grace.name, omar.name]))
  expect((await as(app, ada)(session.me)).body).toMatchObject({
    help_lines: [],
    confessions_mode: 'on',
    safety: { words: [], notes: 'collapse', receipts: true, typing: true, counts: true, crisis_card: true },
  })
})
