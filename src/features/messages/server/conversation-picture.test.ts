// The picture of a conversation of several, and who names it.
import { beforeEach, expect, test } from 'vitest'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { findRuleId } from '../../../testing/factories/decisions.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeConversation } from '../../../testing/factories/messages.ts'
import { deleteUser, makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { cases } from '../../moderation/case-contract.ts'
import { reports } from '../../moderation/report-contract.ts'
import { messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { deleteConversation } from './deletion.ts'

let id: string

const { app, school, ada, grace, alan, dean } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada Castellan' }, grace: {}, alan: {}, dean: { role: 'admin' } },
})
beforeEach(async () => {
  id = (await makeConversation(app, ada, [grace, alan])).id
})

const makePicture = (who: TestUser) => makeUpload(app, who, { type: 'message' })
const update = (who: TestUser, body: object) => as(app, who)(conversations.update, { params: { id }, body })
const show = async (who: TestUser) => (await as(app, who)(conversations.show, { params: { id } })).body.data
const lines = async (who: TestUser) => (await as(app, who)(messages.list, { params: { id } })).body.data
const statusFor = async (who: TestUser, url: string) =>
  (await app.http.inject({ url, headers: { cookie: who.cookie } })).statusCode

test('the owner sets a picture that participants see, and no other user', async () => {
  const { url } = await makePicture(ada)
  const stream = await openStream(app, grace)
  const set = await update(ada, { picture_url: url })
  expect([set.status, set.body.data.picture_url]).toEqual([200, url])
  expect((await stream.next('message.created')).body).toMatchObject({ message: { system: 'pictured', image: { url } } })
  expect((await stream.next('conversation.changed')).body).toEqual({ id })
  expect(await show(grace)).toMatchObject({ picture_url: url, unread_count: 0 })
  const listed = (await as(app, ada)(conversations.list)).body.data.find((conversation) => conversation.id === id)
  expect(listed?.picture_url).toBe(url)
  expect((await lines(grace)).map(({ content }) => content)).toEqual([
    'Ada Castellan changed the picture of the conversation.',
  ])
  const found = await as(app, grace)(messages.list, { params: { id }, query: { media: 'pictures' } })
  expect(found.body.data, 'it is not a picture of the conversation’s messages').toEqual([])
  for (const who of [ada, grace, alan]) expect(await statusFor(who, url)).toBe(200)
  const stranger = await makeUser(app, { school })
  for (const who of [stranger, dean]) expect(await statusFor(who, url)).toBe(404)
})

test('a new picture deletes the former one, and the same one again changes nothing', async () => {
  const [first, second] = [await makePicture(ada), await makePicture(ada)]
  await update(ada, { picture_url: first.url })
  await update(ada, { picture_url: second.url })
  expect((await update(ada, { picture_url: second.url })).status).toBe(200)
  expect([await statusFor(grace, first.url), await statusFor(grace, second.url)]).toEqual([404, 200])
  expect((await update(ada, { picture_url: null })).body.data.picture_url).toBeNull()
  expect(await statusFor(grace, second.url)).toBe(404)
  expect((await lines(grace)).map(({ type, image }) => [type, image])).toEqual(Array(3).fill(['text', null]))
})

test('refuses participants, other kinds of conversations and uploads that are not the owner’s', async () => {
  const own = await makePicture(grace)
  expect((await update(grace, { picture_url: own.url })).status).toBe(403)
  for (const url of [own.url, 'https://evil.example/a.webp', (await makeUpload(app, ada, { type: 'post' })).url])
    expect((await update(ada, { picture_url: url })).status, url).toBe(400)
  expect(await lines(grace)).toEqual([])
  const stranger = await makeUser(app, { school })
  expect((await update(stranger, { picture_url: null })).status).toBe(404)
  const { id: direct } = await makeConversation(app, ada, [grace])
  const body = { picture_url: (await makePicture(ada)).url }
  expect((await as(app, ada)(conversations.update, { params: { id: direct }, body })).status).toBe(404)
})

test('of pictures that are set concurrently one stays, and the others are deleted', async () => {
  const pictures = await Promise.all(Array.from({ length: 6 }, () => makePicture(ada)))
  const replies = await Promise.all(pictures.map(({ url }) => update(ada, { picture_url: url })))
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const { picture_url } = await show(grace)
  const statuses = await Promise.all(pictures.map(({ url }) => statusFor(grace, url)))
  expect(statuses.toSorted()).toEqual([200, 404, 404, 404, 404, 404])
  expect(pictures[statuses.indexOf(200)]?.url).toBe(picture_url)
})

test('one picture cannot be set and sent concurrently', async () => {
  const { url } = await makePicture(ada)
  const replies = await Promise.all([
    update(ada, { picture_url: url }),
    as(app, ada)(messages.send, { params: { id }, body: { attachment_urls: [url] } }),
  ])
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(1)
  const shown = (await lines(grace)).filter(({ pictures }) => pictures.length > 0)
  expect(shown).toHaveLength(1)
  expect((await show(grace)).picture_url).toBe(shown[0]?.system === 'pictured' ? url : null)
})

test('a reported picture reaches moderators, and a removal takes it from the conversation', async () => {
  const { url } = await makePicture(ada)
  await update(ada, { picture_url: url })
  const { picture_message_id = '' } = await show(grace)
  const [line] = await lines(grace)
  expect([line?.id, line?.can]).toEqual([picture_message_id, { edit: false, delete: false, report: true }])
  const report = (who: TestUser) =>
    as(app, who)(messages.report, { params: { id: picture_message_id ?? '' }, body: { reason: 'harassment' } })
  expect((await report(grace)).status).toBe(201)
  const [found] = (await as(app, dean)(reports.list, { query: {} })).body.data.reports
  expect(found?.media).toMatchObject([{ url }])
  expect(await statusFor(dean, url)).toBe(200)
  const [open] = (await as(app, dean)(cases.list, { query: {} })).body.data.cases
  const action = { type: 'remove', rule_id: await findRuleId(app, school.id), facts: 'It mocks another student.' }
  await as(app, dean)(cases.settle, {
    params: { id: open?.id ?? '' },
    body: { version: open?.version ?? 0, outcome: 'resolved', action },
  })
  expect(await show(grace)).toMatchObject({ picture_url: null, picture_message_id: null })
  expect(await statusFor(grace, url)).toBe(404)
  await update(ada, { title: 'Swimmers' })
  const [, renamed] = await lines(grace)
  expect((await as(app, grace)(messages.report, { params: { id: renamed?.id ?? '' }, body: {} })).status).toBe(404)
})

test('a picture is not shown across a block, nor that of a deleted account', async () => {
  const { url } = await makePicture(ada)
  await update(ada, { picture_url: url })
  await makeBlock(app, grace, ada)
  expect([(await show(grace)).picture_url, (await show(alan)).picture_url]).toEqual([null, url])
  await deleteUser(app, ada)
  expect((await show(alan)).picture_url).toBeNull()
})

test('is deleted with its conversation', async () => {
  const { url } = await makePicture(ada)
  await update(ada, { picture_url: url })
  await withTransaction(app.db, (trx) => deleteConversation(trx, school.id, id))
  expect(await statusFor(ada, url)).toBe(404)
})

test('only the owner names it, until the owner lets every participant', async () => {
  expect((await show(grace)).can).toMatchObject({ rename: false, manage: false })
  expect((await update(grace, { title: 'Mine' })).status).toBe(403)
  expect((await update(grace, { renamed_by: 'everyone' })).status).toBe(403)
  const stream = await openStream(app, grace)
  expect((await update(ada, { renamed_by: 'everyone' })).body.data.renamed_by).toBe('everyone')
  expect((await stream.next('conversation.changed')).body).toEqual({ id })
  expect((await show(grace)).can).toMatchObject({ rename: true, manage: false })
  expect((await update(grace, { title: 'Ours' })).body.data.title).toBe('Ours')
  expect((await update(grace, { title: 'Ours', picture_url: null })).status, 'the rest is the owner’s').toBe(403)
  const stranger = await makeUser(app, { school })
  expect((await update(stranger, { title: 'Theirs' })).status).toBe(404)
  await update(ada, { renamed_by: 'owner' })
  expect((await update(grace, { title: 'Mine again' })).status).toBe(403)
  expect((await show(alan)).title).toBe('Ours')
})
