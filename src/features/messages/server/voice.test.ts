// Voice notes: what is accepted, what is stored of it, and what becomes of it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { messageCampus } from '../../../testing/attachments.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { makeMp4, makeOpusPackets, makeWebm, recordingSecrets } from '../../../testing/recordings.ts'
import { testWith } from '../../../testing/requirements.ts'
import type { Purpose } from '../../media/contract.ts'
import { reports } from '../../moderation/report-contract.ts'
import { messages } from '../contract.ts'
import { deleteVanished } from './vanished.ts'

const { app, school, dean, alan, fetchFile, pair, send, statusFor, ...shared } = await messageCampus()

/** `packets` of 20 ms. */
const record = (packets = 100) => makeWebm(makeOpusPackets(packets))
const waveform = Array.from({ length: 40 }, (_, index) => index)
const upload = (person: TestUser, bytes: Buffer, type: Purpose = 'voice') =>
  shared.upload(person, type, 'Recording of Ada Castellan.webm', bytes)
const makeVoice = async (person: TestUser, bytes = record()) => (await upload(person, bytes)).body.data.url

test('sends a voice note with its waveform, length and transcript, which participants can play', async () => {
  const { writer, reader, id } = await pair()
  const url = await makeVoice(writer)
  expect(url).toMatch(/^\/media\/[\w-]{32}\.weba$/)
  const sent = await send(writer, id, { voice: { url, waveform, transcript: 'See you at the gate' } })
  expect([sent.status, sent.body.data]).toMatchObject([
    201,
    {
      content: 'Sent a voice note',
      type: 'text',
      attachments: [],
      voice: { url, waveform, transcript: 'See you at the gate', seconds: 2 },
      can: { edit: false, delete: true },
    },
  ])
  const read = await as(app, reader)(messages.list, { params: { id } })
  expect(read.body.data.at(-1)?.voice).toEqual(sent.body.data.voice)
  const { headers } = await fetchFile(reader, url)
  expect(headers).toMatchObject({
    'content-type': 'audio/webm',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'attachment',
  })
  expect(await statusFor(alan, url)).toBe(404)
  expect(await statusFor(dean, url)).toBe(404)
  const found = await as(app, reader)(messages.list, { params: { id }, query: { media: 'files' } })
  expect(found.body.data, 'is not a file').toEqual([])
})

test.each([
  ['WebM', () => record(), 'weba'],
  ['MP4 with Opus', () => makeMp4(makeOpusPackets(100), { isFragmented: true }), 'm4a'],
  ['MP4 with AAC', () => makeMp4(makeOpusPackets(100), { codec: 'aac' }), 'm4a'],
])('an uploaded voice note in %s contains no metadata', async (_, make, extension) => {
  const person = await makeUser(app, { school })
  const bytes = make()
  expect(recordingSecrets.filter((secret) => bytes.includes(secret)).length).toBeGreaterThan(2)
  const url = await makeVoice(person, bytes)
  expect(url.endsWith(`.${extension}`)).toBe(true)
  const { rawPayload } = await fetchFile(person, url)
  for (const secret of recordingSecrets) expect(rawPayload.includes(secret), secret).toBe(false)
  for (const packet of makeOpusPackets(100)) expect(rawPayload.includes(packet)).toBe(true)
  const { rows } =
    await sql`select * from uploads where ${url} like '%' || name || '%' and original_name is not null`.execute(app.db)
  expect(rows, 'nor the name of the file').toEqual([])
})

testWith('exiftool')('exiftool finds neither times nor programs nor places in a voice note', {}, async () => {
  const person = await makeUser(app, { school })
  const folder = mkdtempSync(join(tmpdir(), 'quad-voice-'))
  for (const [name, bytes] of [
    ['a.weba', record()],
    ['a.m4a', makeMp4(makeOpusPackets(100))],
  ] as const) {
    const { rawPayload } = await fetchFile(person, await makeVoice(person, bytes))
    writeFileSync(join(folder, name), rawPayload)
    const [found] = JSON.parse(execFileSync('exiftool', ['-json', '-G', join(folder, name)], { encoding: 'utf8' }))
    const tags = Object.entries<unknown>(found).filter(([tag]) => !/^(SourceFile|ExifTool|File):?/.test(tag))
    const telling = tags.filter(
      ([tag, value]) =>
        /date|app|name|author|location|gps|comment|software/i.test(tag) && !/^(0000|Audio)/.test(String(value)),
    )
    expect(telling, name).toEqual([])
  }
  rmSync(folder, { recursive: true })
})

test('refuses a recording above three minutes by its samples, whatever its header says', async () => {
  const person = await makeUser(app, { school })
  expect((await upload(person, makeWebm(makeOpusPackets(9000), { claimedMs: 1000 }))).status).toBe(200)
  const long = await upload(person, makeWebm(makeOpusPackets(9001), { claimedMs: 1000 }))
  expect([long.status, long.body.error]).toEqual([400, 'Voice notes can be up to 3 minutes long.'])
})

test('refuses other files as a voice note, a voice note as a file, and large ones', async () => {
  const person = await makeUser(app, { school })
  for (const bytes of [
    Buffer.from('%PDF-1.7'),
    Buffer.from('ID3 music'),
    makeWebm(makeOpusPackets(9), { codec: 'A_VORBIS' }),
  ]) {
    const { status, body } = await upload(person, bytes)
    expect([status, body.error]).toEqual([400, 'This file type is not allowed.'])
  }
  expect((await upload(person, record(), 'message_file')).body.error).toBe('This file type is not allowed.')
  const large = await upload(person, Buffer.alloc(5 * 1024 ** 2 + 1))
  expect([large.status, large.body.error]).toEqual([413, 'This file is too large: at most 5 MB.'])
})

test('refuses a voice note with a wrong waveform, a long transcript, of another user, twice, or with other attachments', async () => {
  const { writer, reader, id } = await pair()
  const url = await makeVoice(writer)
  for (const wrong of [waveform.slice(1), [...waveform.slice(1), 101], [...waveform.slice(1), 0.5]])
    expect((await send(writer, id, { voice: { url, waveform: wrong } })).status).toBe(400)
  const transcript = 'x'.repeat(5001)
  expect((await send(writer, id, { voice: { url, waveform, transcript } })).status).toBe(400)
  expect((await send(reader, id, { voice: { url, waveform } })).status).toBe(400)
  expect((await send(writer, id, { attachment_urls: [url] })).status).toBe(400)
  expect((await send(writer, id, { voice: { url, waveform }, attachment_urls: [url] })).status).toBe(400)
  const later = { voice: { url, waveform }, send_at: Math.floor(Date.now() / 1000) + 3600 }
  expect((await send(writer, id, later)).body.error).toBe('Only texts can be sent later.')
  expect((await send(writer, id, { voice: { url, waveform } })).status).toBe(201)
  expect((await send(writer, id, { voice: { url, waveform } })).status).toBe(400)
})

test('a report shows the voice note and its transcript to moderators', async () => {
  const { writer, reader, id } = await pair()
  const url = await makeVoice(writer, record(150))
  const message = (await send(writer, id, { voice: { url, waveform, transcript: 'Unkind osprey' } })).body.data
  await as(app, reader)(messages.report, { params: { id: message.id }, body: { reason: 'harassment' } })
  const [report] = (await as(app, dean)(reports.list, { query: { search: 'osprey' } })).body.data.reports
  expect(report).toMatchObject({
    content: 'Sent a voice note\n\nTranscript: Unkind osprey',
    media: [],
    files: [],
    voice_notes: [{ url, waveform, transcript: 'Unkind osprey', seconds: 3 }],
  })
  expect(await statusFor(dean, url)).toBe(200)
})

test('a voice note that has disappeared leaves no readable transcript, and a report still shows it', async () => {
  const { writer, reader, id } = await pair()
  const url = await makeVoice(writer, record(70))
  const message = (await send(writer, id, { voice: { url, waveform, transcript: 'Whispered kestrel' } })).body.data
  await sql`update messages set vanish_at = now() where id = ${message.id}`.execute(app.db)
  await deleteVanished(app.db, app.anonymity)
  const { rows } = await sql<{ xml: string }>`select database_to_xml(true, false, '')::text as xml`.execute(app.db)
  expect(rows[0]?.xml).not.toContain('kestrel')
  expect(await statusFor(reader, url)).toBe(404)
  await as(app, reader)(messages.report, { params: { id: message.id }, body: { reason: 'harassment' } })
  const [report] = (await as(app, dean)(reports.list, { query: { search: 'kestrel' } })).body.data.reports
  expect(report).toMatchObject({ content: expect.stringContaining('Whispered kestrel'), voice_notes: [{ url }] })
  expect(await statusFor(dean, url)).toBe(200)
})

test('deletes the voice note with its message', async () => {
  const { writer, reader, id } = await pair()
  const url = await makeVoice(writer, record(60))
  const message = (await send(writer, id, { voice: { url, waveform } })).body.data
  expect(await statusFor(reader, url)).toBe(200)
  await as(app, writer)(messages.remove, { params: { id: message.id } })
  for (const person of [writer, reader]) expect(await statusFor(person, url)).toBe(404)
})
