// Several pictures in one message: in their order, to participants only, and together in all that becomes of it.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { personalData } from '../../../app/registries.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { as } from '../../../testing/app.ts'
import { messageCampus } from '../../../testing/attachments.ts'
import { findRuleId } from '../../../testing/factories/decisions.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { decisions } from '../../decisions/contract.ts'
import type { Media } from '../../media/contract.ts'
import { setUploadsHeld } from '../../media/server/actions.ts'
import { cases } from '../../moderation/case-contract.ts'
import { reports } from '../../moderation/report-contract.ts'
import { safety } from '../../people/safety-contract.ts'
import { messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { deleteVanished } from './vanished.ts'

const { app, school, dean, alan, pair, send, statusFor } = await messageCampus()

const makePicture = (person: TestUser) => makeUpload(app, person, { type: 'message' })
const makePictures = (person: TestUser, count: number) =>
  Promise.all(Array.from({ length: count }, () => makePicture(person)))
const toUrls = (pictures: readonly Media[]) => pictures.map(({ url }) => url)
const statuses = (person: TestUser, pictures: readonly Media[]) =>
  Promise.all(pictures.map(({ url }) => statusFor(person, url)))
const list = async (person: TestUser, id: string) =>
  (await as(app, person)(messages.list, { params: { id }, query: {} })).body.data

test('sends ten pictures in their order, with the first one in the documented fields', async () => {
  const { writer, reader, id } = await pair()
  const pictures = await makePictures(writer, 10)
  const sent = await send(writer, id, { attachment_urls: toUrls(pictures) })
  const [first] = pictures
  expect([sent.status, sent.body.data]).toMatchObject([
    201,
    {
      type: 'image',
      content: 'Sent 10 photos',
      image_url: first?.url,
      file_url: first?.url,
      image: first,
      pictures,
      attachments: [],
      can: { edit: false, delete: true },
    },
  ])
  expect((await list(reader, id)).at(-1)?.pictures).toEqual(pictures)
  const [last] = (await as(app, reader)(conversations.list)).body.data.map(({ last_message }) => last_message)
  expect(last).toMatchObject({ type: 'image', content: 'Sent 10 photos', image_url: first?.url })
  expect(await statuses(reader, pictures)).toEqual(Array(10).fill(200))
  for (const stranger of [alan, dean]) expect(await statuses(stranger, pictures)).toEqual(Array(10).fill(404))
})

test('says what it contains without a text, and keeps a text beside it', async () => {
  const { writer, id } = await pair()
  const makeFile = () => makeUpload(app, writer, { type: 'message_file', name: 'a.pdf', file: Buffer.from('%PDF-1.7') })
  const findContent = async (files: readonly Media[], content?: string) =>
    (await send(writer, id, { attachment_urls: toUrls(files), content })).body.data.content
  expect(await findContent(await makePictures(writer, 1)), 'every client shows one picture').toBe('')
  expect(await findContent([...(await makePictures(writer, 2)), await makeFile()])).toBe(
    'Sent 2 photos and a file: a.pdf',
  )
  expect(await findContent(await makePictures(writer, 2), 'From Friday')).toBe('From Friday')
})

test('takes the picture of the documented field with the others, once and first', async () => {
  const { writer, id } = await pair()
  const pictures = await makePictures(writer, 3)
  const [first = '', second = '', third = ''] = toUrls(pictures)
  const body = { type: 'image', image_url: second, attachment_urls: [first, second, third] }
  const sent = await send(writer, id, body)
  expect(toUrls(sent.body.data.pictures)).toEqual([second, first, third])
  expect(sent.body.data.image_url).toBe(second)
})

test('refuses an eleventh picture, one that is not there, of another user, of a post, or twice', async () => {
  const { writer, reader, id } = await pair()
  const pictures = await makePictures(writer, 10)
  const extra = await makePicture(writer)
  const eleven = { type: 'image', image_url: extra.url, attachment_urls: toUrls(pictures) }
  const refused = await send(writer, id, eleven)
  expect([refused.status, refused.body.error]).toEqual([400, 'You can send up to 10 photos at a time'])
  const foreign = await makePicture(reader)
  const ofPost = await makeUpload(app, writer, { type: 'post' })
  for (const url of [foreign.url, ofPost.url, `/media/${'a'.repeat(32)}.webp`, 'https://evil.example/a.webp'])
    expect((await send(writer, id, { attachment_urls: [extra.url, url] })).status, url).toBe(400)
  expect((await send(writer, id, { attachment_urls: [extra.url, extra.url] })).status).toBe(400)
  const shared = { attachment_urls: [extra.url], share: { kind: 'post', id } }
  expect((await send(writer, id, shared)).body.error).toBe('Share an item or a photo, not both.')
  expect(await list(writer, id), 'nothing is half sent').toEqual([])
  expect((await send(writer, id, { attachment_urls: [extra.url] })).status, 'nothing was used up').toBe(201)
})

test('refuses pictures with a request, and with a scheduled message', async () => {
  const { writer, id } = await pair()
  const attachment_urls = toUrls(await makePictures(writer, 2))
  const send_at = Math.floor(Date.now() / 1000) + 3600
  expect((await send(writer, id, { attachment_urls, send_at })).body.error).toBe('Only texts can be sent later.')
  const shy = await makeUser(app, { school })
  await as(app, shy)(safety.update, { body: { requests: 'friends' } })
  const asked = await makeConversation(app, writer, [shy])
  expect((await send(writer, asked.id, { attachment_urls })).body.error).toBe(
    'You can add photos when they have accepted your request.',
  )
})

test('of two messages that attach the same picture concurrently, one is sent and the other leaves nothing', async () => {
  const { writer, reader, id } = await pair()
  const other = await makeConversation(app, writer, [await makeUser(app, { school }), reader])
  for (let round = 0; round < 5; round++) {
    const [shared, mine, theirs] = await makePictures(writer, 3)
    const before = [await list(writer, id), await list(writer, other.id)].flat().length
    const replies = await Promise.all([
      send(writer, id, { attachment_urls: [shared?.url, mine?.url] }),
      send(writer, other.id, { attachment_urls: [theirs?.url, shared?.url] }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(replies.find(({ status }) => status === 400)?.body.error).toBe('You can only attach files you uploaded.')
    const after = [await list(writer, id), await list(writer, other.id)].flat()
    expect(after).toHaveLength(before + 1)
    const [free] = replies[0].status === 201 ? [theirs] : [mine]
    expect((await send(writer, id, { attachment_urls: [free?.url] })).status, 'the picture of the loser').toBe(201)
  }
  const { rows } = await sql`select from messages where school_id = ${school.id} and image_url is not null
    and not exists (select from uploads where uploads.school_id = messages.school_id and item_id = messages.id
      and position = 1 and messages.image_url like '/media/' || name || '%')`.execute(app.db)
  expect(rows).toEqual([])
})

test('ten messages sent concurrently with three pictures each keep theirs, in order', async () => {
  const { writer, reader, id } = await pair()
  const sets = await Promise.all(Array.from({ length: 10 }, () => makePictures(writer, 3)))
  const replies = await Promise.all(sets.map((pictures) => send(writer, id, { attachment_urls: toUrls(pictures) })))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
  const read = await list(reader, id)
  expect(read.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
  for (const [index, { body }] of replies.entries())
    expect(read.find((message) => message.id === body.data.id)?.pictures).toEqual(sets[index])
})

test('a retry with the same key sends the pictures once', async () => {
  const { writer, id } = await pair()
  const attachment_urls = toUrls(await makePictures(writer, 3))
  const ask = { params: { id }, body: { attachment_urls }, headers: { 'idempotency-key': crypto.randomUUID() } }
  const replies = await Promise.all([1, 2, 3].map(() => as(app, writer)(messages.send, ask)))
  const ids = new Set(replies.filter(({ status }) => status === 201).map(({ body }) => body.data.id))
  expect(ids.size).toBe(1)
  expect(await list(writer, id)).toHaveLength(1)
})

test('deletes every picture with the message', async () => {
  const { writer, reader, id } = await pair()
  const pictures = await makePictures(writer, 4)
  const message = await makeMessage(app, writer, { id }, { files: pictures })
  await as(app, writer)(messages.remove, { params: { id: message.id } })
  for (const person of [writer, reader]) expect(await statuses(person, pictures)).toEqual(Array(4).fill(404))
  const { rows } = await sql`select from uploads where item_id = ${message.id}`.execute(app.db)
  expect(rows).toEqual([])
})

test('a report keeps every picture, a removal withholds all, and a reversal returns them in order', async () => {
  const { writer, reader, id } = await pair()
  const pictures = await makePictures(writer, 3)
  const message = await makeMessage(app, writer, { id }, { content: 'Unkind heron', files: pictures })
  await as(app, reader)(messages.report, { params: { id: message.id }, body: { reason: 'harassment' } })
  const [report] = (await as(app, dean)(reports.list, { query: { search: 'heron' } })).body.data.reports
  expect(report?.media.map(({ url }: { url: string }) => url)).toEqual(toUrls(pictures))
  expect(await statuses(dean, pictures)).toEqual([200, 200, 200])
  const [found] = (await as(app, dean)(cases.list, { query: {} })).body.data.cases.filter(
    ({ report: { content_id } }) => content_id === message.id,
  )
  const action = { type: 'remove', rule_id: await findRuleId(app, school.id), facts: 'It shows another student.' }
  await as(app, dean)(cases.settle, {
    params: { id: found?.id ?? '' },
    body: { version: found?.version ?? 0, outcome: 'resolved', action },
  })
  expect(await statuses(reader, pictures)).toEqual([404, 404, 404])
  await as(app, dean)(decisions.restore, { params: { id: message.id }, body: { type: 'message', reason: 'Allowed' } })
  expect((await list(reader, id)).at(-1)?.pictures).toEqual(pictures)
  expect(await statuses(reader, pictures)).toEqual([200, 200, 200])
})

test('a picture that waits for a moderator is left out, and the others stay', async () => {
  const { writer, reader, id } = await pair()
  const pictures = await makePictures(writer, 3)
  await makeMessage(app, writer, { id }, { files: pictures })
  const [first, ...rest] = pictures
  const name = first?.url.slice('/media/'.length, -'.webp'.length)
  const hold = (isHeld: boolean) =>
    withTransaction(app.db, (trx) => setUploadsHeld(trx, school.id, sql`${name}`, isHeld))
  await hold(true)
  expect((await list(reader, id)).at(-1)).toMatchObject({ image: null, pictures: rest })
  expect(await statuses(reader, pictures)).toEqual([404, 200, 200])
  await hold(false)
  expect((await list(reader, id)).at(-1)).toMatchObject({ image: first, pictures })
})

test('no user reads the pictures of a message that disappeared, and the report of its copy keeps all', async () => {
  const { writer, reader, id } = await pair()
  const [kept, erased] = [await makePictures(writer, 3), await makePictures(writer, 2)]
  const message = await makeMessage(app, writer, { id }, { files: kept })
  const other = await makeMessage(app, writer, { id }, { files: erased })
  await sql`update messages set vanish_at = now() where id in (${message.id}, ${other.id})`.execute(app.db)
  await deleteVanished(app.db, app.anonymity)
  for (const person of [writer, reader, dean]) expect(await statuses(person, kept)).toEqual([404, 404, 404])
  const body = { reason: 'harassment' }
  expect((await as(app, reader)(messages.report, { params: { id: message.id }, body })).status).toBe(201)
  expect(await statuses(dean, kept)).toEqual([200, 200, 200])
  await sql`update vanished set erase_at = now()`.execute(app.db)
  await deleteVanished(app.db, app.anonymity)
  expect(await statuses(dean, kept), 'the report still keeps them').toEqual([200, 200, 200])
  const { rows } = await sql`select from uploads where item_id = ${other.id}`.execute(app.db)
  expect(rows).toEqual([])
})

test('each picture shows the wish of its sender to be asked before others save it', async () => {
  const { writer, reader, id } = await pair()
  await as(app, writer)(safety.update, { body: { ask_before_saving: true } })
  await makeMessage(app, writer, { id }, { files: await makePictures(writer, 2) })
  const pictures = (await list(reader, id)).at(-1)?.pictures ?? []
  expect(pictures.map(({ ask_before_saving }) => ask_before_saving)).toEqual([true, true])
})

test('the tab of pictures has the message once, with each of its pictures, and files beside them in the tab of files', async () => {
  const { writer, reader, id } = await pair()
  const file = await makeUpload(app, writer, { type: 'message_file', name: 'b.pdf', file: Buffer.from('%PDF-1.7 b') })
  const pictures = await makePictures(writer, 2)
  const message = await makeMessage(app, writer, { id }, { files: [...pictures, file] })
  await makeMessage(app, writer, { id })
  const find = async (media: 'pictures' | 'files') =>
    (await as(app, reader)(messages.list, { params: { id }, query: { media } })).body.data
  expect(await find('pictures')).toMatchObject([{ id: message.id, pictures }])
  expect(await find('files')).toMatchObject([{ id: message.id, attachments: [{ name: 'b.pdf' }] }])
})

test('the copy of a user’s data names every picture and its message', async () => {
  const { writer, id } = await pair()
  const pictures = await makePictures(writer, 3)
  const message = await makeMessage(app, writer, { id }, { files: pictures })
  const exported = await personalData.find(({ table }) => table === 'uploads')?.export?.(app.db, writer as never)
  const rows = exported as readonly { name: string; item_id: string }[]
  expect(rows.map(({ name, item_id }) => [`/media/${name}.webp`, item_id]).toSorted()).toEqual(
    toUrls(pictures)
      .map((url) => [url, message.id])
      .toSorted(),
  )
})
