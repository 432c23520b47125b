import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { routePaths } from '../../../shared/server/http/serve.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { deleteUser, makeBlock, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { media } from '../../media/contract.ts'
import { messageLimits, messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'

const { app, school, ada, grace, alan } = await campus({
  people: { ada: { name: 'Ada Castellan' }, grace: { name: 'Grace Mbeki' }, alan: { name: 'Alan Teo' } },
})

const person = (name = 'Test Person') => makeUser(app, { school, name })
const list = async (who: TestUser) => (await as(app, who)(conversations.list)).body
const unread = async (who: TestUser, id: string) =>
  (await list(who)).data.find((conversation) => conversation.id === id)?.unread_count
const history = async (who: TestUser, id: string) =>
  (await as(app, who)(messages.list, { params: { id } })).body.data.map(({ content }) => content)

test('opens one direct conversation per pair of users, whichever of them creates it', async () => {
  const [one, other] = [await person('One Person'), await person('Other Person')]
  const first = await as(app, one)(conversations.create, { body: { participants: [other.id] } })
  expect(first.status).toBe(201)
  const { id } = first.body.data
  expect(first.body).toMatchObject({
    conversation_id: id,
    data: {
      kind: 'direct',
      title: 'Other Person',
      participants: [one.id, other.id],
      unread_count: 0,
      last_message: null,
    },
  })
  for (const [who, whom] of [
    [one, other],
    [other, one],
  ] as const) {
    const again = await as(app, who)(conversations.create, { body: { participant_id: whom.id } })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ success: false, conversation_id: id, data: { id, title: whom.name } })
  }
})

test('refuses a new conversation with the viewer alone, without participants, or with invisible users', async () => {
  const blocked = await person()
  await makeBlock(app, blocked, ada)
  const foreigner = await makeUser(app, { school: await makeSchool(app) })
  const gone = await person()
  await deleteUser(app, gone)
  const begin = (body: object) => as(app, ada)(conversations.create, { body })
  for (const body of [{}, { participants: [] }, { participant_id: ada.id }, { participants: [ada.id, ada.id] }])
    expect((await begin(body)).status).toBe(400)
  for (const target of [blocked, foreigner, gone, { id: randomUUID() }]) {
    expect(await begin({ participant_id: target.id })).toMatchObject({
      status: 404,
      body: { error: 'User not found' },
    })
    expect((await begin({ participants: [grace.id, target.id] })).status).toBe(404)
  }
})

test('creates a new conversation of several each time, with a title or the participants’ names', async () => {
  const begin = (title?: string) =>
    as(app, ada)(conversations.create, { body: { participants: [grace.id, alan.id, grace.id], title } })
  const [one, other] = [await begin(), await begin('Maze bot')]
  expect([one.status, other.status]).toEqual([201, 201])
  expect(one.body.data).toMatchObject({ kind: 'several', title: 'Alan, Grace' })
  expect(other.body.data).toMatchObject({ kind: 'several', title: 'Maze bot', participants: expect.any(Array) })
  expect(other.body.data.participants).toHaveLength(3)
  expect(one.body.data.id).not.toBe(other.body.data.id)
})

test('lists a new conversation for the other participant only after the first message', async () => {
  const [one, other] = [await person(), await person()]
  const { id } = await makeConversation(app, one, [other])
  expect((await list(other)).data).toEqual([])
  expect((await list(one)).data).toHaveLength(1)
  await makeMessage(app, one, { id }, { content: 'Hello' })
  expect((await list(other)).data).toMatchObject([{ id, unread_count: 1, last_message: { content: 'Hello' } }])
})

test('serves the same messages through both path families', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const photo = await makeUpload(app, ada, { type: 'message' })
  const [a, b] = ['/conversations/:id/messages', '/messages/conversations/:id/messages']
  for (const path of [a, b])
    for (const prefix of ['', '/api']) expect(routePaths(messages.send)).toContain(prefix + path)
  const by = (path: string | undefined, route: typeof messages.send | typeof messages.list) => ({
    ...route,
    path: path ?? '',
  })
  const sent = await as(app, ada)(by(b, messages.send) as typeof messages.send, {
    params: { id },
    body: { type: 'image', file_url: photo.url, content: 'The bot' },
  })
  expect(sent.status).toBe(201)
  expect(sent.body.data).toMatchObject({ type: 'image', image_url: photo.url, file_url: photo.url, image: photo })
  const read = async (path: string | undefined) =>
    (await as(app, grace)(by(path, messages.list) as typeof messages.list, { params: { id } })).body
  expect(await read(a)).toEqual(await read(b))
  expect((await read(a)).data.at(-1)).toMatchObject({
    id: sent.body.data.id,
    content: 'The bot',
    can: { report: true },
  })
})

test('counts unread messages of others, and resets the count when they are read', async () => {
  const [one, other, third] = [await person(), await person(), await person()]
  const { id } = await makeConversation(app, one, [other])
  const noon = await makeMessage(app, one, { id }, { content: 'Noon?' })
  await makeMessage(app, one, { id })
  const last = await makeMessage(app, one, { id })
  const elsewhere = await makeConversation(app, third, [other])
  await makeMessage(app, third, elsewhere)
  expect([await unread(other, id), await unread(one, id), (await list(other)).unread_count]).toEqual([3, 0, 4])

  await as(app, other)(messages.read, { params: { id, mid: noon.id } })
  expect([await unread(other, id), (await list(other)).unread_count]).toEqual([2, 3])
  await as(app, one)(messages.remove, { params: { id: last.id } })
  expect(await unread(other, id)).toBe(1)
  const only = await as(app, other)(conversations.list, { query: { unread: 'true' } })
  expect(only.body.data).toHaveLength(2)
  await as(app, other)(conversations.read, { params: { id } })
  await as(app, other)(messages.read, { params: { id, mid: noon.id } }) // the read position never moves backwards
  expect([await unread(other, id), (await list(other)).unread_count]).toEqual([0, 1])
  expect((await as(app, other)(conversations.list, { query: { unread: 'true' } })).body.data).toHaveLength(1)
  const shown = (await as(app, one)(conversations.show, { params: { id } })).body.data
  expect(shown.participant_users.find((user) => user.id === other.id)?.read_seq).toBe(3)

  await makeMessage(app, one, { id })
  await makeMessage(app, other, { id }, { content: 'Yes' }) // sending a message marks earlier ones as read
  expect([await unread(other, id), await unread(one, id)]).toEqual([0, 1])
})

test('clears the history for one participant only, and shows later messages', async () => {
  const [one, other] = [await person(), await person()]
  const { id } = await makeConversation(app, one, [other])
  await makeMessage(app, one, { id }, { content: 'Before' })
  expect((await as(app, other)(conversations.clear, { params: { id } })).status).toBe(200)
  expect([await history(other, id), await history(one, id)]).toEqual([[], ['Before']])
  expect((await list(other)).data).toMatchObject([{ id, last_message: null, unread_count: 0 }])
  await makeMessage(app, one, { id }, { content: 'After' })
  expect([await history(other, id), await history(one, id)]).toEqual([['After'], ['Before', 'After']])
})

test('removes a conversation from the viewer’s list until it gets a message or is opened again', async () => {
  const [one, other] = [await person(), await person()]
  const { id } = await makeConversation(app, one, [other])
  await makeMessage(app, one, { id }, { content: 'Before' })
  expect((await as(app, other)(conversations.remove, { params: { id } })).status).toBe(200)
  expect([(await list(other)).data, (await list(one)).data.length]).toEqual([[], 1])
  await makeMessage(app, one, { id }, { content: 'After' })
  expect((await list(other)).data).toMatchObject([{ id, unread_count: 1 }])
  expect(await history(other, id)).toEqual(['After'])
  await as(app, one)(conversations.remove, { params: { id } })
  const headers = { 'idempotency-key': 'again' }
  const again = await as(app, one)(conversations.create, { body: { participant_id: other.id }, headers })
  expect(again.status).toBe(409)
  expect((await list(one)).data).toMatchObject([{ id, last_message: null }])
})

test('lets senders edit and delete their own messages, keeps images as they are, and lets others report', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const text = await makeMessage(app, ada, { id }, { content: 'Teh library' })
  const image = await makeMessage(app, ada, { id }, { image: await makeUpload(app, ada, { type: 'message' }) })
  const change = (who: TestUser, message: string, content: unknown) =>
    as(app, who)(messages.update, { params: { id: message }, body: { content } })
  expect(text.can).toEqual({ edit: true, delete: true, report: false })
  expect(image.can).toEqual({ edit: false, delete: true, report: false })
  expect((await change(ada, text.id, ' The library ')).body.data).toMatchObject({
    content: 'The library',
    edited: true,
  })
  for (const blank of ['', '  \n', '\u200b', null, undefined])
    expect((await change(ada, text.id, blank)).status).toBe(400)
  expect((await change(ada, image.id, 'A caption')).status).toBe(400)
  expect((await change(grace, text.id, 'Hacked')).status).toBe(403)
  expect((await as(app, grace)(messages.remove, { params: { id: text.id } })).status).toBe(403)
  expect(await history(grace, id)).toContain('The library')
  for (const one of [text, image])
    expect((await as(app, ada)(messages.remove, { params: { id: one.id } })).status).toBe(200)
  expect(await history(grace, id)).not.toContain('The library')
  expect((await change(ada, text.id, 'Too late')).status).toBe(404)
})

test('accepts one report per participant, and none of the sender', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const { id: message } = await makeMessage(app, ada, { id }, { content: 'You again' })
  const report = (who: TestUser) =>
    as(app, who)(messages.report, { params: { id: message }, body: { reason: 'harassment', description: 'Insults' } })
  expect((await report(ada)).status).toBe(403)
  expect((await report(grace)).status).toBe(201)
  const again = await report(grace)
  expect(again.status).toBe(409)
  expect(again.body.error).toBe('You have already reported this message')
})

test.each([
  ['nothing', {}],
  ['blanks', { content: ' \n ' }],
  ['invisible characters', { content: '\u200b\u2060' }],
  ['too many characters', { content: 'x'.repeat(messageLimits.characters + 1) }],
  ['a NUL', { content: 'a\0b' }],
  ['an image without a URL', { type: 'image', content: 'Look' }],
  ['an image from elsewhere', { type: 'image', image_url: 'https://evil.example/a.png' }],
  ['an unknown upload', { type: 'image', image_url: `/media/${'a'.repeat(32)}.webp` }],
  ['an unknown type', { type: 'video', content: 'Look' }],
  ['a list', { content: ['x'] }],
])('rejects %s as a message, and stores nothing', async (_what, body) => {
  const { id } = await makeConversation(app, ada, [alan])
  const before = await history(ada, id)
  expect((await as(app, ada)(messages.send, { params: { id }, body })).status).toBe(400)
  expect(await history(ada, id)).toEqual(before)
  expect(await unread(alan, id)).toBe(before.length || undefined)
})

test('serves an image to the participants of its conversation only', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const photo = await makeUpload(app, ada, { type: 'message', width: 700 })
  const dean = await makeUser(app, { school, role: 'admin' })
  const fetched = async (who: TestUser) =>
    (await as(app, who)(media.file, { params: { file: photo.url.split('/').at(-1) ?? '' } })).status
  expect(await Promise.all([ada, grace].map(fetched))).toEqual([200, 404])
  const message = await makeMessage(app, ada, { id }, { image: photo })
  expect(await Promise.all([ada, grace, alan, dean].map(fetched))).toEqual([200, 200, 404, 404])
  expect(
    (await as(app, ada)(messages.send, { params: { id }, body: { type: 'image', image_url: photo.url } })).status,
  ).toBe(400)
  const post = { content: 'Look', media_urls: [photo.url] }
  await expect(makePost(app, ada, { content: post.content, media: [photo] })).rejects.toThrow('400')
  const postPhoto = await makeUpload(app, ada)
  expect(
    (await as(app, ada)(messages.send, { params: { id }, body: { type: 'image', image_url: postPhoto.url } })).status,
  ).toBe(400)
  await as(app, ada)(messages.remove, { params: { id: message.id } })
  expect(await Promise.all([ada, grace].map(fetched))).toEqual([404, 404])
})

test('returns a long history in pages backwards without gaps, before a number or an id', async () => {
  const [one, other] = [await person(), await person()]
  const { id } = await makeConversation(app, one, [other])
  for (let count = 1; count <= 23; count++) await makeMessage(app, one, { id }, { content: String(count) })
  const page = async (before?: string | number) =>
    (await as(app, other)(messages.list, { params: { id }, query: { limit: 10, ...(before ? { before } : {}) } })).body
  const pages = [await page()]
  while (pages[0]?.pagination.hasMore) {
    const oldest = pages[0].data[0]
    const earlier = await page(oldest?.seq)
    expect(earlier).toEqual(await page(oldest?.id))
    pages.unshift(earlier)
  }
  expect(pages.map(({ data }) => data.length)).toEqual([3, 10, 10])
  expect(pages.flatMap(({ data }) => data.map(({ content }) => Number(content)))).toEqual(
    [...Array(23).keys()].map((n) => n + 1),
  )
  expect((await as(app, other)(messages.list, { params: { id }, query: { before: 'x', limit: 'y' } })).status).toBe(400)
})

test('refuses messages after a block with the same error in both directions, and keeps the history', async () => {
  const [one, other] = [await person(), await person()]
  const { id } = await makeConversation(app, one, [other])
  const said = await makeMessage(app, one, { id }, { content: 'Before' })
  await makeBlock(app, other, one)
  const answers = []
  for (const who of [one, other]) {
    const { status, body } = await as(app, who)(messages.send, { params: { id }, body: { content: 'After' } })
    answers.push({ status, error: body.error, code: body.code, shown: (await list(who)).data[0]?.can })
  }
  expect(answers[0]).toEqual({
    status: 403,
    error: 'You can’t send messages in this conversation.',
    code: 'forbidden',
    shown: { send: false, leave: false, manage: false, rename: false, pin: false, vanish: false },
  })
  expect(answers[0]).toEqual(answers[1])
  expect((await as(app, one)(messages.update, { params: { id: said.id }, body: { content: 'Changed' } })).status).toBe(
    403,
  )
  expect(await history(other, id)).toEqual(['Before'])
  expect((await as(app, one)(messages.remove, { params: { id: said.id } })).status).toBe(200)
  expect(await history(other, id)).toEqual([])
})

test('hides messages between blocked users in a conversation of several, also from unread counts', async () => {
  const [one, other, third] = [await person(), await person(), await person()]
  const { id } = await makeConversation(app, one, [other, third])
  await makeMessage(app, one, { id }, { content: 'Before' })
  await makeBlock(app, other, one)
  await makeMessage(app, one, { id }, { content: 'After' })
  expect([await history(other, id), await history(third, id)]).toEqual([[], ['Before', 'After']])
  expect([await unread(other, id), await unread(third, id)]).toEqual([0, 2])
  expect((await list(other)).unread_count).toBe(0)
})

test('returns 404 on both path families for users who are not participants, including admins', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const { id: mid } = await makeMessage(app, ada, { id })
  const dean = await makeUser(app, { school, role: 'admin' })
  const calls = [...Object.values(conversations), ...Object.values(messages)].filter(({ path }) => path.includes(':id'))
  expect(calls.length).toBeGreaterThan(8)
  for (const outsider of [alan, dean]) {
    for (const route of calls) {
      const params = { id: route.path.startsWith('/api/messages/') ? mid : id, mid, emoji: '👍', uid: grace.id }
      for (const path of routePaths(route)) {
        const { status } = await as(app, outsider)({ ...route, path } as typeof messages.send, {
          params,
          body: {
            content: 'x',
            reason: 'spam',
            muted: true,
            level: 'all',
            title: 'x',
            user_ids: [grace.id],
            user_id: grace.id,
          },
        })
        expect(status, `${route.method} ${path}`).toBe(404)
      }
    }
  }
  expect((await as(app, ada)(messages.read, { params: { id, mid: randomUUID() } })).status).toBe(404)
})

test('shows a deleted account as Deleted user, and keeps its messages', async () => {
  const [one, leaving] = [await person(), await person('Leaving Person')]
  const { id } = await makeConversation(app, one, [leaving])
  await makeMessage(app, leaving, { id }, { content: 'Farewell' })
  await deleteUser(app, leaving)
  const check = async () => {
    const shown = (await list(one)).data[0]
    expect(shown).toMatchObject({ title: 'Deleted user', can: { send: false } })
    const { body } = await as(app, one)(messages.list, { params: { id } })
    expect(body.data).toMatchObject([{ content: 'Farewell', sender_id: null, sender: { name: 'Deleted user' } }])
    expect(JSON.stringify([shown, body])).not.toContain('Leaving')
  }
  await check()
  await app.db.deleteFrom('users').where('school_id', '=', school.id).where('id', '=', leaving.id).execute()
  await check()
})

test('creates one message for 200 sends with one idempotency key', async () => {
  const [one, other] = [await person(), await person()]
  const { id } = await makeConversation(app, one, [other])
  const ask = { params: { id }, body: { content: 'Once' }, headers: { 'idempotency-key': randomUUID() } }
  const answers = await Promise.all(Array.from({ length: 200 }, () => as(app, one)(messages.send, ask)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect([await history(other, id), await unread(other, id)]).toEqual([['Once'], 1])
}, 60_000)

test('creates one direct conversation when both users open it 40 times concurrently', async () => {
  const [one, other] = [await person(), await person()]
  const begin = (who: TestUser, whom: TestUser) =>
    as(app, who)(conversations.create, { body: { participant_id: whom.id } })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, count) => (count % 2 ? begin(one, other) : begin(other, one))),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(39)
  expect(new Set(answers.map(({ body }) => body.conversation_id)).size).toBe(1)
})

test('keeps sequence numbers without gaps and unread counts exact under concurrent sends, reads and deletions', async () => {
  const [one, other, third] = [await person(), await person(), await person()]
  const { id } = await makeConversation(app, one, [other, third])
  const send = async (who: TestUser, count: number) => {
    const message = await makeMessage(app, who, { id }, { content: `${count}` })
    if (count % 5 === 0) await as(app, who)(messages.remove, { params: { id: message.id } })
    if (count % 7 === 0) await as(app, other)(conversations.read, { params: { id } })
  }
  await Promise.all(Array.from({ length: 90 }, (_, count) => send(count % 3 ? one : third, count)))
  const rows = await app.db
    .selectFrom('messages')
    .where('conversation_id', '=', id)
    .orderBy('seq')
    .select(['seq', 'created_at', 'sender_id'])
    .execute()
  expect(rows).toHaveLength(72)
  expect(rows.map(({ created_at }) => created_at.getTime())).toEqual(
    rows.map(({ created_at }) => created_at.getTime()).sort((a, b) => a - b),
  )
  const { last_seq } = await app.db
    .selectFrom('conversations')
    .where('id', '=', id)
    .select('last_seq')
    .executeTakeFirstOrThrow()
  expect(last_seq).toBe(90)
  const read = await app.db
    .selectFrom('participants')
    .where('conversation_id', '=', id)
    .select(['user_id', 'read_seq'])
    .execute()
  for (const who of [one, other, third]) {
    const from = read.find(({ user_id }) => user_id === who.id)?.read_seq ?? 0
    expect(await unread(who, id)).toBe(rows.filter(({ seq, sender_id }) => seq > from && sender_id !== who.id).length)
  }
  await as(app, other)(conversations.read, { params: { id } })
  expect(await unread(other, id)).toBe(0)
}, 60_000)

test('opens a conversation around a message, and pages in both directions without gaps', async () => {
  const [one, other] = [await person(), await person()]
  const { id } = await makeConversation(app, one, [other])
  const sent = []
  for (let number = 1; number <= 60; number++)
    sent.push(await makeMessage(app, number % 2 ? one : other, { id }, { content: `Note ${number}` }))
  const load = async (query: Record<string, string | number>) =>
    (await as(app, one)(messages.list, { params: { id }, query })).body
  const numbers = (body: Awaited<ReturnType<typeof load>>) => body.data.map(({ seq }) => seq)
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const middle = await load({ around: sent[29]?.id ?? '' })
  expect([numbers(middle), middle.pagination]).toEqual([range(18, 42), { limit: 25, hasMore: true, hasNewer: true }])
  expect(await load({ around: 30 })).toEqual(middle)
  const newer = await load({ after: 42, limit: 10 })
  expect([numbers(newer), newer.pagination]).toEqual([range(43, 52), { limit: 10, hasMore: true, hasNewer: true }])
  const last = await load({ after: 52, limit: 10 })
  expect([numbers(last), last.pagination.hasNewer]).toEqual([range(53, 60), false])
  const start = await load({ around: 2 })
  expect([numbers(start), start.pagination.hasMore]).toEqual([range(1, 14), false])
  await as(app, one)(messages.remove, { params: { id: sent[30]?.id ?? '' } })
  expect(numbers(await load({ around: 30 }))).toEqual([...range(18, 30), ...range(32, 43)])
  const elsewhere = await makeMessage(app, one, await makeConversation(app, one, [ada]))
  for (const around of [elsewhere.id, randomUUID()])
    expect((await as(app, one)(messages.list, { params: { id }, query: { around } })).status).toBe(404)
})

test('searches one conversation by text, sender, kind and day, latest first in pages, and finds nothing hidden', async () => {
  const [one, other, third] = [await person(), await person(), await person()]
  const { id } = await makeConversation(app, one, [other, third])
  const image = await makeUpload(app, other, { type: 'message' })
  await makeMessage(app, one, { id }, { content: 'The 50 % lamp_post' })
  await makeMessage(app, other, { id }, { content: 'See HTTPS://lamp.example' })
  await makeMessage(app, other, { id }, { content: 'A photo', image })
  await makeMessage(app, third, { id }, { content: 'My lamp broke' })
  const search = async (query: Record<string, string | number>, who = one) =>
    (await as(app, who)(messages.list, { params: { id }, query })).body.data.map(({ content }) => content)
  expect(await search({ q: 'LAMP' })).toEqual(['The 50 % lamp_post', 'See HTTPS://lamp.example', 'My lamp broke'])
  expect(await search({ q: '%' })).toEqual(['The 50 % lamp_post'])
  expect(await search({ q: 'lamp', from: other.id })).toEqual(['See HTTPS://lamp.example'])
  expect(await search({ media: 'pictures' })).toEqual(['A photo'])
  expect(await search({ media: 'links' })).toEqual(['See HTTPS://lamp.example'])
  expect(await search({ q: 'lamp', after_date: '2099-01-01' })).toEqual([])
  expect(await search({ q: 'lamp', after_date: '2020-01-01', limit: 1 })).toEqual(['My lamp broke'])
  await makeBlock(app, one, third)
  expect(await search({ q: 'lamp' })).toEqual(['The 50 % lamp_post', 'See HTTPS://lamp.example'])
  await as(app, one)(conversations.clear, { params: { id } })
  expect(await search({ q: 'lamp' })).toEqual([])
  expect(await search({ q: 'lamp' }, third)).toEqual(['See HTTPS://lamp.example', 'My lamp broke'])
  expect((await as(app, alan)(messages.list, { params: { id }, query: { q: 'lamp' } })).status).toBe(404)
  expect((await as(app, one)(messages.list, { params: { id }, query: { after_date: 'soon' } })).status).toBe(400)
})
