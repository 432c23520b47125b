import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import type { SealedItem, WrappedEpoch } from '../crypto/anonymity.ts'
import { openAuthorKeys } from '../crypto/author-keys.ts'
import { randomLike } from '../crypto/random-bytes.ts'
import { lastingEpoch, parseEpoch, readSealMonth, readTagMonth, toEpoch, toMonth } from '../crypto/seal-epochs.ts'
import { openEpochRings } from './epoch-rings.ts'

const secretKey = 'only for these tests, long enough to be taken'
const keys = openAuthorKeys(secretKey)
const rings = openEpochRings([secretKey])
const [school, ada, grace] = [randomUUID(), randomUUID(), randomUUID()]
const item: SealedItem = { schoolId: school, kind: 'post', id: randomUUID() }
const createKey = (epoch = '2026-11-01', schoolId = school): WrappedEpoch => ({
  schoolId,
  epoch,
  wrapped: rings.create(schoolId, epoch),
})

afterEach(() => void vi.useRealTimers())

test('a month is the same as an epoch and back', () => {
  expect(toEpoch(toMonth(new Date('2026-11-30T23:59:59.999Z')))).toBe('2026-11-01')
  expect(toEpoch(toMonth(new Date('2026-12-01T00:00:00Z')))).toBe('2026-12-01')
  for (const epoch of ['1970-01-01', '2027-01-01', '2199-12-01']) expect(toEpoch(parseEpoch(epoch))).toBe(epoch)
})

test('a tag and a seal with a month need the key of this month', async () => {
  const key = createKey()
  const ring = rings.open(key)
  const { author_tag, author_seal } = await keys.seal(ada, item, 'Words', ring)
  expect([readTagMonth(author_tag), readSealMonth(author_seal)]).toEqual([parseEpoch(key.epoch), parseEpoch(key.epoch)])
  expect(keys.isAuthor(ada, item, author_tag, ring)).toBe(true)
  expect(keys.isAuthor(grace, item, author_tag, ring)).toBe(false)
  expect((await keys.unsealContent(author_seal, item, ring)).authorId).toBe(ada)
  for (const other of [undefined, [], rings.open(createKey()), rings.open(createKey('2026-10-01'))]) {
    expect(keys.isAuthor(ada, item, author_tag, other)).toBe(false)
    await expect(keys.unsealContent(author_seal, item, other)).rejects.toThrow()
    await expect(keys.moveSeal(author_seal, item, { ...item, kind: 'decision' }, other)).rejects.toThrow()
  }
})

test('a decision about an item is sealed by the month of the item', async () => {
  const ring = rings.open(createKey('2026-03-01'))
  const { author_seal } = await keys.seal(ada, item, 'Words', ring)
  const to = { ...item, kind: 'decision' }
  const moved = await keys.moveSeal(author_seal, item, to, ring)
  expect([moved.author_tag, moved.author_seal].map((bytes, at) => (at ? readSealMonth : readTagMonth)(bytes))).toEqual([
    parseEpoch('2026-03-01'),
    parseEpoch('2026-03-01'),
  ])
  expect(keys.isAuthor(ada, to, moved.author_tag, ring)).toBe(true)
})

test('a row without a month is opened by SECRET_KEY only, and moves into a month', async () => {
  const ring = rings.open(createKey())
  const { author_tag, author_seal } = await keys.seal(ada, item, 'Words')
  expect([readTagMonth(author_tag), readSealMonth(author_seal)]).toEqual([undefined, undefined])
  expect(keys.isAuthor(ada, item, author_tag, ring)).toBe(true)
  const moved = await keys.moveSeal(author_seal, item, item, undefined, ring)
  expect(await keys.unsealContent(moved.author_seal, item, ring)).toEqual(await keys.unsealContent(author_seal, item))
  await expect(keys.unsealContent(moved.author_seal, item)).rejects.toThrow()
})

test('a wrapped key opens with its SECRET_KEY, for its school and epoch', () => {
  const key = createKey()
  const others = [
    { ...key, schoolId: randomUUID() },
    { ...key, epoch: '2026-12-01' },
    { ...key, wrapped: randomBytes(key.wrapped.length) },
  ]
  expect(rings.open(key)).toHaveLength(1)
  for (const other of others) expect(rings.open(other)).toEqual([])
  expect(openEpochRings(['another key, long enough to be taken']).open(key)).toEqual([])
  expect(key.wrapped.toString('latin1')).not.toContain(key.epoch)
})

test('a key that is wrapped by a new SECRET_KEY is the same key', async () => {
  const next = 'the key that comes after it, long enough as well'
  const [both, after] = [openEpochRings([next, secretKey]), openEpochRings([next])]
  const key = createKey()
  const { author_tag } = await keys.seal(ada, item, 'Words', rings.open(key))
  const rewrapped = { ...key, wrapped: both.rewrap(key) }
  expect(openAuthorKeys(next).isAuthor(ada, item, author_tag, after.open(rewrapped))).toBe(true)
  expect(rings.open(rewrapped), 'the former SECRET_KEY').toEqual([])
})

test('while a key is replaced, the new one seals and either opens', async () => {
  const [former, fresh] = [createKey(), createKey()]
  const pair = { ...former, wrapped: Buffer.concat([fresh.wrapped, former.wrapped]) }
  expect([rings.isOne(former), rings.isOne(pair)]).toEqual([true, false])
  const before = await keys.seal(ada, item, 'Words', rings.open(former))
  const after = await keys.seal(ada, item, 'Words', rings.open(pair))
  for (const { author_tag, author_seal } of [before, after]) {
    expect(keys.isAuthor(ada, item, author_tag, rings.open(pair))).toBe(true)
    expect((await keys.unsealContent(author_seal, item, rings.open(pair))).authorId).toBe(ada)
  }
  const kept = rings.open({ ...pair, wrapped: rings.keepNewest(pair) })
  expect(keys.isAuthor(ada, item, after.author_tag, kept)).toBe(true)
  expect(keys.isAuthor(ada, item, before.author_tag, kept)).toBe(false)
})

test('the hash of what stays unique does not depend on SECRET_KEY', () => {
  const lasting = createKey(lastingEpoch)
  const next = 'the key that comes after it, long enough as well'
  const rewrapped = { ...lasting, wrapped: openEpochRings([next, secretKey]).rewrap(lasting) }
  const hash = keys.lastingHash(rings.open(lasting), ['rating', ada])
  expect(openAuthorKeys(next).lastingHash(openEpochRings([next]).open(rewrapped), ['rating', ada])).toEqual(hash)
  expect(keys.lastingHash(rings.open(createKey(lastingEpoch)), ['rating', ada])).not.toEqual(hash)
  expect(() => keys.lastingHash([], ['rating', ada])).toThrow()
})

test('an unwrapped key is forgotten after a minute', () => {
  vi.useFakeTimers()
  const key = createKey()
  const ring = rings.open(key)
  vi.advanceTimersByTime(59_000)
  expect(rings.open(key)).toBe(ring)
  vi.advanceTimersByTime(1001)
  expect(rings.open(key)).not.toBe(ring)
})

test('random bytes keep the month, like the tag and the seal that they replace', async () => {
  const { author_tag, author_seal } = await keys.seal(ada, item, 'Words', rings.open(createKey()))
  for (let count = 0; count < 100; count++) {
    const [tag, seal] = [randomLike(author_tag), randomLike(author_seal)]
    expect([readTagMonth(tag), readSealMonth(seal)]).toEqual([readTagMonth(author_tag), readSealMonth(author_seal)])
    expect([tag.length, seal.length]).toEqual([author_tag.length, author_seal.length])
    expect((seal[34] ?? 0xff) & 0x80).toBe(0)
  }
})
