import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor, isTimestamp, toIsoMicros } from './cursor.ts'

const encode = (text: string) => Buffer.from(text).toString('base64url')

test('decodes an encoded cursor, also with spaces in the sort key', () => {
  for (const place of ['2026-11-23T10:00:00.000000Z', '', 'Ada of Northfield', 'two\nlines'])
    expect(decodeCursor(encodeCursor({ sortKey: place, id: '00000000-0000-4000-8000-00000000000a' }))).toEqual({
      sortKey: place,
      id: '00000000-0000-4000-8000-00000000000a',
    })
})

test('ignores a foreign cursor', () => {
  const id = randomUUID()
  const foreign = ['', 'x', encode('x'), encode(id), encode(`place ${id}x`), encode(`place ${id.slice(1)}`)]
  for (const cursor of [undefined, ...foreign, encode(`pla\0ce ${id}`), encode(`place '; drop table users; --`)])
    expect(decodeCursor(cursor), String(cursor)).toBeUndefined()
})

test('turns seconds into a timestamp without losing a microsecond', () => {
  expect(toIsoMicros(0)).toBe('1970-01-01T00:00:00.000000Z')
  expect(toIsoMicros(1_764_400_000.123456)).toBe('2025-11-29T07:06:40.123456Z')
  expect(toIsoMicros(1_764_400_000.999999)).toBe('2025-11-29T07:06:40.999999Z')
  for (let round = 0; round < 10_000; round++) {
    const micros = Math.floor(Math.random() * 4_294_967_296_000_000) // until 2106
    const text = toIsoMicros(micros / 1_000_000)
    expect(isTimestamp(text)).toBe(true)
    expect(Date.parse(`${text.slice(0, -4)}Z`) * 1000 + Number(text.slice(-4, -1))).toBe(micros)
  }
})
