import type { QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listKey, pagesKey, shownKey } from '../../../features/messages/web/conversation-cache.ts'
import { wholeFeed } from '../../../features/posts/web/queries.ts'
import { listPictures } from './pictures.ts'
import { isInPlan, toKept } from './plan.ts'

const ids = new Set(['c'])
const keep = (key: QueryKey, data: unknown) => toKept(key, data, ids)?.data
const list = (key: QueryKey, data: unknown) =>
  keep(key, { pages: [{ data }, { data: ['second page'] }], pageParams: [0, 1] })
const count = (length: number) => Array.from({ length }, (_, index) => ({ id: String(index) }))

test('keeps the first page of the feed without any anonymous post, also those of others', () => {
  const named = { id: '1', is_anonymous: false }
  const posts = [named, { id: '2', is_anonymous: true, is_author: true }, { id: '3', is_anonymous: true }]
  expect(list(wholeFeed().queryKey, posts)).toEqual({ pages: [{ data: [named] }], pageParams: [0] })
})

test('keeps the twenty latest conversations and the last fifty messages of each', () => {
  const conversations = count(30).map((item) => ({ ...item, vanish_after: null, last_message: null }))
  expect(keep(listKey, { data: conversations })).toMatchObject({ data: conversations.slice(0, 20) })
  const messages = count(60)
  expect(list(pagesKey('c'), messages)).toEqual({ pages: [{ data: messages.slice(-50) }], pageParams: [0] })
})

test('keeps no line of a message that has disappeared', () => {
  const now = Math.floor(Date.now() / 1000)
  const withLine = (created_at: number) => ({ id: 'c', vanish_after: 86_400, last_message: { created_at } })
  const gone = { ...withLine(0), last_message: null }
  expect(keep(shownKey('c'), { data: withLine(now - 90_000) })).toEqual({ data: gone })
  expect(keep(shownKey('c'), { data: withLine(now) })).toEqual({ data: withLine(now) })
})

test.each([
  ['a further conversation', pagesKey('other')],
  ['messages around one', [...pagesKey('c'), 'm']],
  ['a search of the feed', ['/api/posts/feed', {}, { filter: 'all', search: 'lost' }]],
  ['own posts', ['/api/posts/feed', {}, { filter: 'my-posts', search: '' }]],
  ['confessions', ['/api/confessions', {}, {}]],
  ['admin data', ['/admin/users', {}, {}]],
  ['reports', ['/api/reports/mine', {}, {}]],
])('never keeps %s', (_, key) => {
  expect(toKept(key, { pages: [], data: [] }, ids)).toBeUndefined()
})

test('passes over changes of other reads without looking at them', () => {
  expect([listKey, pagesKey('c'), ['/api/confessions'], ['messages found', 'c', {}]].map(isInPlan)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('lists each picture once: a small copy of portraits, a middle one of wide pictures', () => {
  const [wide = '', portrait = '', small = ''] = ['a', 'b', 'c'].map((letter) => `/media/${letter.repeat(32)}.webp`)
  const media = { url: wide, width: 1200, height: 800 }
  const found = listPictures([
    { media_urls: [wide], media: [media], author: { avatar_url: portrait } },
    { image_url: small, image: { url: small, width: 300 }, content: 'see /media/x', video: '/media/x.mp4' },
  ])
  expect([...found]).toEqual([
    [wide, wide.replace('.webp', '-640.webp')],
    [portrait, portrait.replace('.webp', '-128.webp')],
    [small, small],
  ])
})
