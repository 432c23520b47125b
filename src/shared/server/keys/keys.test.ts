import { randomBytes, randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EpochKeys, type SealedItem, SealQuotaError, type WrappedEpoch } from '../crypto/anonymity.ts'
import { parseEpoch, readSealMonth, readTagMonth } from '../crypto/seal-epochs.ts'
import { connectKeys, type KeyConnection, KeysUnavailableError } from './client.ts'
import { type Keys, openKeys, openKeysHere } from './keys.ts'
import { noOpeningLog, openOpeningLog, verifyOpenings } from './opening-log.ts'
import { callDirectly, openKeyOperations } from './operations.ts'
import { serveKeys } from './server.ts'
import { type Request, readMessages, toLine } from './wire.ts'

const secretKey = 'only for these tests, long enough to be taken'
const [school, otherSchool] = [randomUUID(), randomUUID()]
const [ada, grace] = [randomUUID(), randomUUID()]
const toItem = (schoolId = school): SealedItem => ({ schoolId, kind: 'post', id: randomUUID() })

let folder: string
let path: string
let log: string
let server: Server
let connection: KeyConnection
let keys: Keys

const serve = (logOpening = noOpeningLog) => serveKeys(callDirectly(openKeyOperations([secretKey], logOpening)), path)
async function dial() {
  connection = connectKeys(path)
  keys = await openKeys(connection.calls)
}
const stop = () => new Promise((resolve) => server.close(resolve))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-keys-test-'))
  path = join(folder, 'socket')
  log = join(folder, 'openings.log')
})
afterEach(async () => {
  connection.close()
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the key process and a process with the key compute the same', async () => {
  server = await serve()
  await dial()
  const here = await openKeysHere([secretKey])
  const item = toItem()
  const { author_tag, author_seal } = await keys.anonymity.seal(ada, item, 'Words')
  for (const { anonymity } of [keys, here]) {
    expect(await anonymity.isAuthor(ada, item, author_tag)).toBe(true)
    expect(await anonymity.isAuthor(grace, item, author_tag)).toBe(false)
    expect(await anonymity.isAuthor(ada, item, null)).toBe(false)
    expect((await anonymity.unsealContent(author_seal, item)).authorId).toBe(ada)
    expect(await anonymity.isSealedBy({ id: ada }, author_seal, item)).toBe(true)
    expect(await anonymity.sealsText(author_seal, item, 'Words')).toBe(true)
    expect(await anonymity.sealsText(author_seal, item, 'Other words')).toBe(false)
    const moved = await anonymity.moveSeal(author_seal, item, { ...item, kind: 'decision' })
    expect(await here.anonymity.isAuthor(ada, { ...item, kind: 'decision' }, moved.author_tag)).toBe(true)
    expect(await anonymity.inboxMarksOfAuthor(author_seal, item, 7, 3)).toEqual(
      await here.anonymity.inboxMarks(school, ada, [7], 3),
    )
    expect(await anonymity.decisionMarksOfAuthor(author_seal, item)).toEqual(
      await here.anonymity.decisionMarks(school, ada),
    )
    expect(await anonymity.decryptPending(await here.anonymity.encryptPending('Waits', 'c'), 'c')).toBe('Waits')
    const reply = here.anonymity.box('stored reply', 64).encrypt('Reply', 'c')
    expect(anonymity.box('stored reply', 64).decrypt(reply, 'c')).toBe('Reply')
  }
  expect(await keys.anonymity.tag(ada, item)).toEqual(author_tag)
  expect(await keys.anonymity.keyedHash('a', 'b')).toEqual(await here.anonymity.keyedHash('a', 'b'))
  expect(await keys.anonymity.keyedIds(['a'], ['b', 'c'])).toEqual([
    ...(await here.anonymity.keyedIds(['a'], ['b'])),
    ...(await here.anonymity.keyedIds(['a'], ['c'])),
  ])
  expect(keys.anonymity.serviceHash('a')).toEqual(here.anonymity.serviceHash('a'))
  expect(keys.rateLimits).toEqual(here.rateLimits)
  const salt = randomBytes(16)
  const { id, key } = await here.archive.create(salt)
  expect(await keys.archive.create(salt)).toEqual({ id, key })
  expect(await keys.archive.find(id, salt)).toEqual(key)
  expect(await keys.archive.find(Buffer.alloc(8), salt)).toBeUndefined()
  expect(await keys.archive.fingerprint()).toBe(await here.archive.fingerprint())
})

test('the key process and a process with the key compute the same for a month', async () => {
  server = await serve()
  await dial()
  const here = await openKeysHere([secretKey])
  const item = toItem()
  const [month, lasting] = await Promise.all(
    ['2026-11-01', 'infinity'].map(async (epoch) => ({
      schoolId: school,
      epoch,
      wrapped: await keys.epochs.createEpochKey(school, epoch),
    })),
  )
  if (!month || !lasting) throw new Error('No keys were created.')
  const epochs: EpochKeys = {
    findForWriting: () => month,
    find: (_school, number) => (number === parseEpoch(month.epoch) ? month : undefined),
    findLasting: () => ({ epoch: lasting, isActive: true }),
    hold: (_school, _month, work) => work(month),
  }
  const before = await keys.anonymity.seal(ada, item, 'Words')
  const both = [keys, here].map((one) => ({ anonymity: one.openAnonymity(epochs), calls: one.epochs }))
  for (const writer of both) {
    const { author_tag, author_seal } = await writer.anonymity.seal(ada, item, 'Words')
    expect([readTagMonth(author_tag), readSealMonth(author_seal)]).toEqual(Array(2).fill(parseEpoch(month.epoch)))
    for (const { anonymity, calls } of both) {
      expect(await anonymity.isAuthor(ada, item, author_tag)).toBe(true)
      expect(await anonymity.isAuthor(grace, item, author_tag)).toBe(false)
      const rows = [{ id: item.id, author_tag }]
      expect(await anonymity.findOwn({ id: ada, schoolId: school }, 'post', rows)).toEqual(new Set([item.id]))
      expect(await anonymity.findOwn({ id: grace, schoolId: school }, 'post', rows)).toEqual(new Set())
      expect(await anonymity.hasEnded(school, author_seal)).toBe(false)
      expect((await anonymity.unsealContent(author_seal, item)).authorId).toBe(ada)
      expect(await anonymity.isSealedBy({ id: ada }, author_seal, item)).toBe(true)
      expect(await anonymity.sealsText(author_seal, item, 'Words')).toBe(true)
      expect(await anonymity.inboxMarksOfAuthor(author_seal, item, 7, 3)).toHaveLength(3)
      expect(await anonymity.decisionMarksOfAuthor(author_seal, item)).toEqual(
        await anonymity.decisionMarks(school, ada),
      )
      const decision = { ...item, kind: 'decision' }
      const moved = await anonymity.moveSeal(author_seal, item, decision)
      expect(readSealMonth(moved.author_seal)).toBe(parseEpoch(month.epoch))
      expect(await anonymity.isAuthor(ada, decision, moved.author_tag)).toBe(true)
      const into = await calls.moveSeal(before.author_seal, item, item, null, month)
      expect((await anonymity.unsealContent(into.author_seal, item)).authorId).toBe(ada)
      const parts = { before: ['rating'], after: ['course'] }
      expect(await calls.lastingHashOfAuthor(before.author_seal, item, lasting, parts)).toEqual(
        (await anonymity.lastingHashes(school, 'rating', ada, 'course'))[0],
      )
    }
  }
})

test.each(['no month', 'a month'])('a page of 20 items with %s is one message', async (kind) => {
  server = await serve()
  const lines: string[] = []
  const watched = createServer((socket) => {
    const target = connect(path)
    socket.on('data', (chunk) => lines.push(...chunk.toString().split('\n').filter(Boolean)))
    socket.pipe(target).pipe(socket)
  })
  const middle = join(folder, 'middle')
  await new Promise<void>((resolve) => watched.listen(middle, resolve))
  const { calls, close } = connectKeys(middle)
  await dial()
  const wrapped = await keys.epochs.createEpochKey(school, '2026-11-01')
  const month: WrappedEpoch = { schoolId: school, epoch: '2026-11-01', wrapped }
  const epochs: EpochKeys = {
    findForWriting: () => (kind === 'a month' ? month : undefined),
    find: () => month,
    findLasting: () => undefined,
    hold: (_school, _month, work) => work(month),
  }
  const writer = keys.openAnonymity(epochs)
  const anonymity = (await openKeys(calls)).openAnonymity(epochs)
  const items = Array.from({ length: 20 }, () => toItem())
  const rows = await Promise.all(
    items.map(async ({ id, ...item }, at) => ({
      id,
      author_tag: (await writer.seal(at % 4 === 0 ? ada : grace, { ...item, id }, 'Words')).author_tag,
    })),
  )
  lines.length = 0
  const [own, likes] = await Promise.all([
    anonymity.findOwn({ id: ada, schoolId: school }, 'post', rows),
    anonymity.keyedIds(
      ['like', ada],
      rows.map(({ id }) => id),
    ),
    ...rows.map(({ id, author_tag }) => anonymity.isAuthor(ada, { schoolId: school, kind: 'post', id }, author_tag)),
  ])
  expect([...own]).toEqual(rows.filter((_, at) => at % 4 === 0).map(({ id }) => id))
  expect(likes).toHaveLength(20)
  expect(lines).toHaveLength(1)
  close()
  watched.close()
})

test('calls of later turns share the message after the one being answered, or do not wait for it for long', async () => {
  server = await serve()
  await dial()
  const messages: string[][] = []
  const held: (() => void)[] = []
  const slow = createServer((socket) => {
    readMessages<Request>(socket, ({ id, calls }) => {
      messages.push(calls.map(([, [part]]) => String(part)))
      held.push(() => socket.write(toLine({ id, outcomes: calls.map(() => ({ value: '' })) })))
    })
  })
  const middle = join(folder, 'middle')
  await new Promise<void>((resolve) => slow.listen(middle, resolve))
  const { calls, close } = connectKeys(middle)
  const replies = [calls.keyedHash('a')]
  await expect.poll(() => messages).toEqual([['a']])
  replies.push(calls.keyedHash('b'))
  await Promise.resolve()
  replies.push(calls.keyedHash('c')) // the first is still unanswered
  await expect.poll(() => messages).toEqual([['a'], ['b', 'c']])
  for (const answer of held) answer()
  expect(await Promise.all(replies)).toHaveLength(3)
  close()
  slow.close()
})

test('opens exactly as many seals of a school per day as allowed, each after its line of the log', async () => {
  let now = Date.parse('2026-11-01T10:00:00Z')
  const perDay = 40
  server = await serve(openOpeningLog(log, secretKey, { perDay, now: () => now }))
  await dial()
  const sealed = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const item = toItem()
      return { item, seal: (await keys.anonymity.seal(ada, item, 'Words')).author_seal }
    }),
  )
  const openAll = () => Promise.allSettled(sealed.map(({ item, seal }) => keys.anonymity.unsealContent(seal, item)))
  const opened = await openAll()
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(perDay)
  for (const outcome of opened) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(SealQuotaError)
  expect(readLines()).toHaveLength(perDay)

  expect(
    (await openAll()).filter(({ status }) => status === 'fulfilled'),
    'the same again',
  ).toHaveLength(perDay)
  expect(readLines(), 'each opening has its line').toHaveLength(2 * perDay)
  const elsewhere = toItem(otherSchool)
  const { author_seal } = await keys.anonymity.seal(grace, elsewhere, 'Words')
  expect((await keys.anonymity.unsealContent(author_seal, elsewhere)).authorId, 'of another school').toBe(grace)

  connection.close()
  await stop()
  server = await serve(openOpeningLog(log, secretKey, { perDay, now: () => now }))
  await dial()
  const [, next] = [sealed[0], sealed[perDay]]
  const openNext = async () => keys.anonymity.unsealContent(next?.seal ?? Buffer.alloc(0), next?.item ?? toItem())
  await expect(openNext(), 'a restart does not begin a new day').rejects.toBeInstanceOf(SealQuotaError)
  now += 24 * 3600 * 1000 + 1
  expect((await openNext()).authorId).toBe(ada)
  const count = 2 * perDay + 2
  expect(verifyOpenings(log, secretKey)).toEqual({ wrong: [], count })

  const text = readFileSync(log, 'utf8')
  expect(text).not.toContain(ada)
  const lines = text.split('\n')
  writeFileSync(log, text.replace(lines[3] ?? '', (lines[3] ?? '').replace('post', 'poll')))
  expect(verifyOpenings(log, secretKey).wrong).toContain('line 4 is not as it was written')
  writeFileSync(log, text.replace(`${lines[3]}\n`, ''))
  expect(verifyOpenings(log, secretKey).wrong).toContain('line 4 is not as it was written')
})

const readLines = () => readFileSync(log, 'utf8').split('\n').filter(Boolean)

test('the log goes on after a line that a crash cut off', async () => {
  const item = toItem()
  openOpeningLog(log, secretKey)(item)
  appendFileSync(log, '{"n":2,"at":"2026')
  server = await serve(openOpeningLog(log, secretKey, { perDay: 2 }))
  await dial()
  const { author_seal } = await keys.anonymity.seal(ada, item, 'Words')
  expect((await keys.anonymity.unsealContent(author_seal, item)).authorId).toBe(ada)
  expect(readLines()).toHaveLength(3)
})

test('refuses anything but its calls, without an explanation, and goes on', async () => {
  server = await serve()
  await dial()
  const ask = (line: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(path, () => socket.write(`${line}\n`))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
        socket.end()
      })
      socket.on('close', () => resolve(text))
    })
  for (const line of ['', 'no JSON', '{}', '{"id":1,"calls":5}', '{"id":1,"calls":[5]}', '[]', 'null'])
    expect(await ask(line), line).toBe('')
  for (const call of ['toString', '__proto__', 'constructor', 'secretKeys', 'derive'])
    expect(JSON.parse(await ask(JSON.stringify({ id: 1, calls: [[call, []]] })))).toEqual({
      id: 1,
      outcomes: [{ error: 'refused' }],
    })
  const forged = JSON.stringify({ id: 1, calls: [['unsealContent', ['x', {}]]] })
  expect(await ask(forged)).toBe('{"id":1,"outcomes":[{"error":"refused"}]}\n')
  expect(await keys.anonymity.keyedHash('a')).toHaveLength(32)
})

test('fails the calls of a lost connection with 503, and connects again', async () => {
  server = await serve()
  await dial()
  const stopped = stop()
  connection.close()
  await stopped
  connection = connectKeys(path)
  const waiting = connection.calls.keyedHash('a')
  server = await serve()
  expect(await waiting, 'waits for a restart').toHaveLength(32)
  const open = new Promise((resolve) => server.once('connection', resolve))
  const lost = connectKeys(path)
  expect(await lost.calls.keyedHash('a')).toHaveLength(32)
  const socket = (await open) as { destroy(): void }
  const failing = lost.calls.keyedHash('b')
  socket.destroy()
  await expect(failing).rejects.toBeInstanceOf(KeysUnavailableError)
  expect(await lost.calls.keyedHash('c')).toHaveLength(32)
  lost.close()
})

test('answers the calls of a server of the previous release', async () => {
  server = await serve()
  await dial()
  const items = [toItem(), toItem()]
  const tags = await Promise.all(items.map((item, at) => keys.anonymity.tag(at === 0 ? ada : grace, item)))
  const rows = items.map(({ id }, at) => ({ id, author_tag: tags[at] ?? Buffer.alloc(0) }))
  expect(await connection.calls.findOwn(ada, 'post', rows)).toEqual([items[0]?.id])
  const [first, second] = await keys.anonymity.keyedIds(['a'], ['b', 'c'])
  expect(
    await connection.calls.keyedIds([
      ['a', 'b'],
      ['a', 'c'],
    ]),
  ).toEqual([first, second])
})
