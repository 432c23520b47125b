import { expect, test } from 'vitest'
import { renderNotification } from '../../../shared/notification-kinds.ts'
import type { Notification } from '../contract.ts'
import { toSections } from './sections.ts'

const now = new Date(2026, 10, 24, 18)
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime() / 1000
const user = (name: string) => ({ id: name, name, avatar_url: null })
let count = 0
const like = (change: Partial<Notification> = {}): Notification => ({
  ...{ id: `n${count++}`, kind: 'like', link: '/dashboard?post=1', sentence: '{names} liked your post' },
  ...{ actors: [user('Ada')], others: 0, times: 1, created_at: at(24, 12), is_read: true },
  ...change,
})

test('what is unread comes first, the rest by age', () => {
  const comment = { kind: 'comment', sentence: '{names} commented on your post' } as const
  const list = [
    like({ ...comment, created_at: at(24, 0, 1) }),
    like({ ...comment, created_at: at(23, 23, 59) }),
    like({ ...comment, created_at: at(18, 12) }),
    like({ ...comment, created_at: at(17, 12) }),
    like({ ...comment, created_at: at(16, 12), is_read: false }),
  ]
  expect(toSections(list, now).map(({ title, rows }) => [title, rows.length])).toEqual([
    ['New', 1],
    ['Today', 1],
    ['This week', 2],
    ['Earlier', 1],
  ])
})

test('likes of several posts within an hour form one row, which shows the posts', () => {
  const list = [
    like({ created_at: at(24, 12, 30), preview: { text: 'First' } }),
    like({ kind: 'comment', sentence: '{names} commented on your post', created_at: at(24, 12, 20) }),
    like({ created_at: at(24, 12), actors: [user('Grace'), user('Ada')], preview: { image_url: '/media/a.webp' } }),
    like({ created_at: at(24, 11) }),
  ]
  const rows = toSections(list, now)[0]?.rows ?? []
  expect(rows.map(renderNotification)).toEqual([
    'Ada and Grace liked 2 of your posts',
    'Ada commented on your post',
    'Ada liked your post',
  ])
  expect(rows[0]).toMatchObject({
    ids: [list[0]?.id, list[2]?.id],
    link: '/profile',
    preview: { text: 'First', image_url: '/media/a.webp' },
  })
})

test('likes in groups and of comments stay rows of their own', () => {
  const list = ['{names} liked your comment', '{names} liked your post in “Chess”'].flatMap((sentence) => [
    like({ sentence }),
    like({ sentence }),
  ])
  expect(toSections(list, now)[0]?.rows).toHaveLength(4)
})
