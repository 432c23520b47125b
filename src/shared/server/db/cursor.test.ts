import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

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
