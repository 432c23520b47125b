// Files in messages: what is accepted, who can download it, and what becomes of it.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { personalData } from '../../../app/registries.ts'
import { as } from '../../../testing/app.ts'
import { messageCampus } from '../../../testing/attachments.ts'
import { findRuleId } from '../../../testing/factories/decisions.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { decisions } from '../../decisions/contract.ts'
import { cases } from '../../moderation/case-contract.ts'
import { reports } from '../../moderation/report-contract.ts'
import { safety } from '../../people/safety-contract.ts'
import { messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { deleteVanished } from './vanished.ts'

const { app, school, dean, alan, fetchFile, pair, send, statusFor, ...shared } = await messageCampus()

let made = 0
/** Another content each time: one that a test had removed must not be refused in the next one. */
const makePdf = () => Buffer.from(`%PDF-1.7\n% ${made++}`)
const upload = (person: TestUser, name: string, bytes: Buffer) => shared.upload(person, 'message_file', name, bytes)
const makeFile = (person: TestUser, { name = 'notes.pdf', file = makePdf() } = {}) =>
  makeUpload(app, person, { type: 'message_file', name, file })

test('sends a file that participants can download under its name, and no other user', async () => {
  const { writer, reader, id } = await pair()
  const bytes = makePdf()
  const { url } = await makeFile(writer, { name: 'Übung 1.pdf', file: bytes })
  expect(await statusFor(reader, url), 'before it is sent').toBe(404)
  const sent = await send(writer, id, { attachment_urls: [url] })
  expect([sent.status, sent.body.data]).toMatchObject([
    201,
    {
      content: 'Sent a file: Übung 1.pdf',
      type: 'text',
      image_url: null,
      file_url: null,
      attachments: [{ url, kind: 'file', name: 'Übung 1.pdf', bytes: bytes.length }],
      can: { edit: false, delete: true },
    },
  ])
  const read = await as(app, reader)(messages.list, { params: { id } })
  expect(read.body.data.at(-1)?.attachments).toEqual(sent.body.data.attachments)
  const { headers, rawPayload } = await fetchFile(reader, url)
  expect(rawPayload).toEqual(bytes)
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="_bung 1.pdf"; filename*=UTF-8''%C3%9Cbung%201.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
  expect(await statusFor(alan, url)).toBe(404)
  expect(await statusFor(dean, url), 'nor an administrator, while no one has reported it').toBe(404)
})

test('keeps a text beside the file, which can be edited, and finds files in the tab of files', async () => {
  const { writer, reader, id } = await pair()
  const { url } = await makeFile(writer)
  const sent = await send(writer, id, { content: 'For Friday', attachment_urls: [url] })
  expect(sent.body.data).toMatchObject({ content: 'For Friday', can: { edit: true } })
  await makeMessage(app, writer, { id })
  const params = { id: sent.body.data.id }
  const edited = await as(app, writer)(messages.update, { params, body: { content: 'For Monday' } })
  expect(edited.body.data).toMatchObject({ content: 'For Monday', attachments: [{ url }] })
  const found = await as(app, reader)(messages.list, { params: { id }, query: { media: 'files' } })
  expect(found.body.data.map(({ id }) => id)).toEqual([sent.body.data.id])
})

test('sends several files in their order, also beside a photo', async () => {
  const { writer, id } = await pair()
  const [first, second] = [await makeFile(writer, { name: 'a.pdf' }), await makeFile(writer, { name: 'b.pdf' })]
  const two = await send(writer, id, { attachment_urls: [second.url, first.url] })
  expect(two.body.data).toMatchObject({ content: 'Sent 2 files', attachments: [{ name: 'b.pdf' }, { name: 'a.pdf' }] })
  const picture = await makeUpload(app, writer, { type: 'message' })
  const third = await makeFile(writer)
  const body = { type: 'image', image_url: picture.url, attachment_urls: [third.url] }
  const both = await send(writer, id, body)
  expect(both.body.data).toMatchObject({
    type: 'image',
    image: { url: picture.url },
    attachments: [{ url: third.url }],
  })
})

test('refuses files of others, files that were sent before, and pictures as files', async () => {
  const { writer, reader, id } = await pair()
  const used = await makeFile(writer)
  expect((await send(writer, id, { attachment_urls: [used.url] })).status).toBe(201)
  const foreign = await makeFile(reader)
  const ofPost = await makeUpload(app, writer, { type: 'post' })
  for (const url of [used.url, foreign.url, ofPost.url, '/media/../etc', 'https://evil.example/a.pdf'])
    expect((await send(writer, id, { attachment_urls: [url] })).status, url).toBe(400)
  expect((await send(writer, id, { attachment_urls: Array(11).fill(used.url) })).status).toBe(400)
})

test('refuses programs and files above 10 MB, and names the limit', async () => {
  const person = await makeUser(app, { school })
  const program = await upload(person, 'notes.pdf', Buffer.from('MZ\u0090\u0000 This program cannot be run', 'latin1'))
  expect([program.status, program.body.error]).toEqual([400, 'This file type is not allowed.'])
  const large = await upload(person, 'notes.txt', Buffer.alloc(10 * 1024 ** 2 + 1, 'a'))
  expect([large.status, large.body.error]).toEqual([413, 'This file is too large: at most 10 MB.'])
  expect((await upload(person, 'notes.txt', Buffer.alloc(10 * 1024 ** 2, 'a'))).status).toBe(200)
})

test('accepts 20 files of a user per hour', async () => {
  const person = await makeUser(app, { school })
  for (let count = 0; count < 20; count++) expect((await upload(person, 'a.pdf', makePdf())).status).toBe(200)
  const refused = await upload(person, 'a.pdf', makePdf())
  expect([refused.status, refused.body.error]).toEqual([429, expect.stringContaining('many files')])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('refuses files with a first message that waits for consent, and with a scheduled one', async () => {
  const { writer, id } = await pair()
  const { url } = await makeFile(writer)
  const at = Math.floor(Date.now() / 1000) + 3600
  const later = await send(writer, id, { attachment_urls: [url], send_at: at })
  expect([later.status, later.body.error]).toEqual([400, 'Only texts can be sent later.'])
  const shy = await makeUser(app, { school })
  await as(app, shy)(safety.update, { body: { requests: 'friends' } })
  const asked = await makeConversation(app, writer, [shy])
  const early = await send(writer, asked.id, { attachment_urls: [url] })
  expect([early.status, early.body.error]).toEqual([400, 'You can add files when they have accepted your request.'])
})

test('deletes the file with its message, its conversation, and its upload when it is not sent', async () => {
  const { writer, reader, id } = await pair()
  const { url } = await makeFile(writer)
  const message = await makeMessage(app, writer, { id }, { files: [await makeFile(writer)] })
  const [attached] = message.attachments
  await as(app, writer)(messages.remove, { params: { id: message.id } })
  expect(await statusFor(reader, attached?.url ?? '')).toBe(404)
  expect(await statusFor(writer, attached?.url ?? '')).toBe(404)
  expect(await statusFor(writer, url), 'not sent: its owner').toBe(200)
})

test('a participant who has left can no longer download the files', async () => {
  const { writer, reader } = await pair()
  const { id } = await makeConversation(app, writer, [reader, alan])
  await sql`update participants set state = 'open' where conversation_id = ${id}`.execute(app.db)
  const { url } = await makeFile(writer)
  await send(writer, id, { attachment_urls: [url] })
  expect(await statusFor(alan, url)).toBe(200)
  await as(app, alan)(conversations.leave, { params: { id } })
  expect(await statusFor(alan, url)).toBe(404)
  expect(await statusFor(reader, url)).toBe(200)
})

test('a file that has disappeared can be read by moderators only, and once a participant reported it', async () => {
  const { writer, reader, id } = await pair()
  const { url } = await makeFile(writer)
  const message = (await send(writer, id, { attachment_urls: [url] })).body.data
  await sql`update messages set vanish_at = now() where id = ${message.id}`.execute(app.db)
  expect(await statusFor(reader, url)).toBe(404)
  await deleteVanished(app.db, app.anonymity)
  for (const person of [writer, reader, dean]) expect(await statusFor(person, url)).toBe(404)
  const body = { reason: 'harassment' }
  expect((await as(app, reader)(messages.report, { params: { id: message.id }, body })).status).toBe(201)
  expect(await statusFor(dean, url)).toBe(200)
  for (const person of [writer, reader]) expect(await statusFor(person, url)).toBe(404)
})

test('a report keeps the file for moderators, and a removal refuses it from then on until it is reversed', async () => {
  const { writer, reader, id } = await pair()
  const bytes = makePdf()
  const { url } = await makeFile(writer, { file: bytes })
  const message = (await send(writer, id, { attachment_urls: [url] })).body.data
  expect(await statusFor(dean, url)).toBe(404)
  await as(app, reader)(messages.report, { params: { id: message.id }, body: { reason: 'harassment' } })
  const [report] = (await as(app, dean)(reports.list, { query: { search: 'notes.pdf' } })).body.data.reports
  expect(report).toMatchObject({ media: [], files: [{ url, kind: 'file', name: 'notes.pdf', bytes: bytes.length }] })
  const { headers } = await fetchFile(dean, url)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(/^attachment/),
  })

  const [found] = (await as(app, dean)(cases.list, { query: {} })).body.data.cases.filter(
    ({ report }) => report.content_id === message.id,
  )
  const action = { type: 'remove', rule_id: await findRuleId(app, school.id), facts: 'It names another student.' }
  const settled = await as(app, dean)(cases.settle, {
    params: { id: found?.id ?? '' },
    body: { version: found?.version ?? 0, outcome: 'resolved', action },
  })
  expect(settled.status).toBe(200)
  expect(await statusFor(reader, url)).toBe(404)
  const again = await upload(reader, 'other name.pdf', bytes)
  expect([again.status, again.body.error]).toEqual([400, 'This file can’t be shared here.'])
  expect((await upload(reader, 'notes.pdf', makePdf())).status).toBe(200)

  const undone = await as(app, dean)(decisions.restore, {
    params: { id: message.id },
    body: { type: 'message', reason: 'It names no one' },
  })
  expect(undone.status).toBe(200)
  expect(await statusFor(reader, url)).toBe(200)
  expect((await upload(reader, 'notes.pdf', bytes)).status).toBe(200)
})

test('the copy of a user’s data has the names of their files', async () => {
  const { writer, id } = await pair()
  await makeMessage(app, writer, { id }, { files: [await makeFile(writer, { name: 'thesis.pdf' })] })
  const exported = await personalData.find(({ table }) => table === 'uploads')?.export?.(app.db, writer as never)
  expect(exported).toMatchObject([{ original_name: 'thesis.pdf', purpose: 'message_file', item_kind: 'message' }])
})
