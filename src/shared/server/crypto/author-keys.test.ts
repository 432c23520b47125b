import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSealedText, type SealedItem } from './anonymity.ts'
import { openAuthorKeys } from './author-keys.ts'

const secretKey = 'only for tests, long enough to be taken'
const keys = openAuthorKeys(secretKey)
const [ada, grace] = [randomUUID(), randomUUID()]
const item = (more: Partial<SealedItem> = {}): SealedItem => ({
  schoolId: '11111111-0000-4000-8000-000000000000',
  kind: 'post',
  id: '22222222-0000-4000-8000-000000000000',
  ...more,
})

test('a tag identifies only the author of its item', async () => {
  const { author_tag } = await keys.seal(ada, item(), 'Words')
  expect(keys.isAuthor(ada, item(), author_tag)).toBe(true)
  expect(keys.isAuthor(grace, item(), author_tag)).toBe(false)
  expect(keys.isAuthor(ada, item(), null)).toBe(false)
})

test('a tag is not valid for another item', async () => {
  const { author_tag } = await keys.seal(ada, item(), 'Words')
  expect(keys.isAuthor(ada, item({ id: randomUUID() }), author_tag)).toBe(false)
  expect(keys.isAuthor(ada, item({ kind: 'comment' }), author_tag)).toBe(false)
})

test('a seal can only be decrypted for its own item', async () => {
  const { author_seal } = await keys.seal(ada, item(), 'Words')
  expect(await keys.unseal(author_seal, item())).toBe(ada)
  for (const other of [{ id: randomUUID() }, { kind: 'comment' }, { schoolId: randomUUID() }])
    await expect(keys.unseal(author_seal, item(other)), JSON.stringify(other)).rejects.toThrow()
})

test('a seal recognizes the text that it was made for', async () => {
  const { author_seal } = await keys.seal(ada, item(), 'Words')
  const content = await keys.unsealContent(author_seal, item())
  expect(content.authorId).toBe(ada)
  expect([isSealedText(content, 'Words'), isSealedText(content, 'Other words')]).toEqual([true, false])
  const resealed = await keys.reseal(content, item())
  expect(await keys.unsealContent(resealed.author_seal, item())).toEqual(content)
})

test('a seal of version 1 still decrypts, and binds no text', async () => {
  const shut = await keys.encrypt(ada, item().schoolId, `${item().kind} ${item().id}`)
  const content = await keys.unsealContent(Buffer.concat([Buffer.of(1), shut.subarray(1)]), item())
  expect(content).toEqual({ authorId: ada, textHash: undefined })
  expect(isSealedText(content, 'Any words')).toBe(true)
})

test('a modified seal does not decrypt', async () => {
  const { author_seal } = await keys.seal(ada, item(), 'Words')
  for (const at of [1, 20, 40, author_seal.length - 1]) {
    const forged = Buffer.from(author_seal)
    forged[at] = (forged[at] ?? 0) ^ 1
    await expect(keys.unseal(forged, item()), `byte ${at}`).rejects.toThrow()
  }
  await expect(keys.unseal(author_seal.subarray(0, 40), item())).rejects.toThrow()
})

test('no two seals share bytes, even for the same author and item', async () => {
  const seals = await Promise.all(
    [item(), item(), item({ id: randomUUID() })].map((sealedItem) => keys.seal(ada, sealedItem, 'Words')),
  )
  expect(new Set(seals.map(({ author_seal }) => author_seal.toString('hex'))).size).toBe(3)
  const [first, , other] = seals
  expect(first?.author_tag).not.toEqual(other?.author_tag)
  for (const width of [4, 8, 16]) {
    const pieces = ({ author_seal }: { author_seal: Buffer }) =>
      Array.from({ length: author_seal.length - width }, (_, at) => author_seal.toString('hex', at + 1, at + 1 + width))
    const shared = new Set(first ? pieces(first) : [])
    expect((other ? pieces(other) : []).filter((piece) => shared.has(piece))).toEqual([])
  }
})

test("neither tag nor seal contains the author's id in clear", async () => {
  const { author_tag, author_seal } = await keys.seal(ada, item(), 'Words')
  const stored = Buffer.concat([author_tag, author_seal])
  expect(stored.includes(ada)).toBe(false)
  expect(stored.includes(Buffer.from(ada.replaceAll('-', ''), 'hex'))).toBe(false)
})

test('without the key, neither tag nor seal reveals anything', async () => {
  const { author_tag, author_seal } = await keys.seal(ada, item(), 'Words')
  const elsewhere = openAuthorKeys('another key, which is long enough as well')
  expect(elsewhere.isAuthor(ada, item(), author_tag)).toBe(false)
  await expect(elsewhere.unseal(author_seal, item())).rejects.toThrow()
})

test('seals and tags remain valid after a restart', async () => {
  const { author_tag, author_seal } = await keys.seal(ada, item(), 'Words')
  const again = openAuthorKeys('only for tests, long enough to be taken')
  expect(again.isAuthor(ada, item(), author_tag)).toBe(true)
  expect(await again.unseal(author_seal, item())).toBe(ada)
})

test('a keyed hash is deterministic, and its parts cannot be shifted', () => {
  expect(keys.keyedHash('a', 'b')).toEqual(keys.keyedHash('a', 'b'))
  expect(keys.keyedHash('a', 'b')).not.toEqual(keys.keyedHash('ab'))
  expect(keys.keyedHash('a', 'b')).not.toEqual(keys.keyedHash('a', 'b', ''))
  expect(keys.keyedHash('a","b')).not.toEqual(keys.keyedHash('a', 'b'))
})

test("tags and keyed hashes equal those of Node's HMAC", () => {
  const ofNode = (purpose: string, parts: string[]) =>
    createHmac('sha256', new Uint8Array(hkdfSync('sha256', secretKey, '', `quad ${purpose} v1`, 32)))
      .update(JSON.stringify(parts))
      .digest()
  for (const text of ['', 'é 漢 🎓', 'x'.repeat(10_000)])
    expect(keys.keyedHash('a', text)).toEqual(ofNode('blind', ['a', text]))
  const hex = ofNode('blind', ['a']).toString('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  expect(keys.keyedIds('a')).toEqual([id])
  expect(keys.tag(ada, item())).toEqual(ofNode('author tag', [ada, item().kind, item().id]))
})

test('tags and seals without a month are as they always were', async () => {
  const known = openAuthorKeys('only for tests, long enough to be taken')
  const author = '33333333-0000-4000-8000-000000000000'
  const tag = '6G0qc+llXNAGsF72tgVdElXccw6mtfWDrpB4awt0bfE='
  const seal =
    'AgnMqNyYj8Qbb6HvbpPHbYntZtx5ZvGat1Omx7nMuhYcD7A0G/Wn9dKEQZ8gpk3wlX//ghnogIPkm7at4v1tHQR7yBsqlGY332Hkqbw7RLuRfhskA/6w/tHKX5gnjgllKicp/0gqJmsK5A2k1CknuuBiWjIQ7s83mjymjp2OEg+0'
  expect(known.tag(author, item()).toString('base64')).toBe(tag)
  expect(known.keyedHash('rating', author).toString('base64')).toBe('Y2xCf0btK7WHcK+WXC0XQqSl9IllzUsPfQizUS0oHJY=')
  const content = await known.unsealContent(Buffer.from(seal, 'base64'), item())
  expect([content.authorId, isSealedText(content, 'Words')]).toEqual([author, true])
  const again = await known.seal(author, item(), 'Words')
  expect(again.author_tag.toString('base64')).toBe(tag)
  expect([again.author_seal[0], again.author_seal.length]).toEqual([2, Buffer.from(seal, 'base64').length])
})
