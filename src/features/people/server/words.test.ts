import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { renderNotification } from '../../../shared/notification-kinds.ts'
import type { MutedWord } from '../../../shared/words.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup } from '../../../testing/factories/groups.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { subscribe } from '../../../testing/factories/push.ts'
import { makeFriends, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { setLocalHour } from '../../../testing/local-hour.ts'
import { createBrowser } from '../../../testing/push-browser.ts'
import { admin } from '../../admin/contract.ts'
import { groupPosts } from '../../group-posts/contract.ts'
import { notifyMembers } from '../../group-posts/server/notifications.ts'
import { marketplace } from '../../marketplace/contract.ts'
import { listingSearches } from '../../marketplace/searches-contract.ts'
import { matchSearches } from '../../marketplace/server/matches.ts'
import { notifications } from '../../notifications/contract.ts'
import { mailDigests } from '../../notifications/server/mail-actions.ts'
import { comments, posts } from '../../posts/contract.ts'
import { schools } from '../../schools/contract.ts'
import { session } from '../../session/contract.ts'
import { people } from '../contract.ts'
import { duplicateWord, safety } from '../safety-contract.ts'
import { deleteExpiredWords } from './safety-settings.ts'

const { app, school, ada, bo } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, bo: { name: 'Bo' } },
})

const everywhere: MutedWord = {
  word: 'exam',
  match: 'word',
  places: ['feed', 'comments', 'groups', 'confessions', 'marketplace'],
  ends_at: null,
  except_friends: false,
}
const muteWords = (person: TestUser, ...words: Partial<MutedWord>[]) =>
  as(app, person)(safety.update, { body: { words: words.map((word) => ({ ...everywhere, ...word })) } })
/** The sentences of the bell, without invitations to the groups of the test. */
const loadBell = async (person: TestUser) =>
  (await as(app, person)(notifications.list)).body.data
    .filter(({ kind }) => kind !== 'group_invitation')
    .map(renderNotification)
const countPushes = async (person: TestUser) => {
  const { rows } = await sql`select from push_due where user_id = ${person.id}`.execute(app.db)
  return rows.length
}
const countMails = async (person: TestUser) => {
  const { rows } =
    await sql`select from graphile_worker._private_jobs where payload ->> 'to' = ${person.email}`.execute(app.db)
  return rows.length
}
/** Makes the notifications of the school old enough for the digest of this morning. */
const backdate = () =>
  sql`update notifications set created_at = created_at - interval '2 days' where school_id = ${school.id}`.execute(
    app.db,
  )
const mention = (content: string) =>
  as(app, bo)(posts.create, { body: { content: `@Ada ${content}`, mentions: [ada.id] } })

test('a muted word in a mention produces no bell entry, push or digest line', async () => {
  await setLocalHour(app.db, school.id, 9) // digests are sent from eight on
  await subscribe(app, ada, createBrowser().subscription)
  expect((await muteWords(ada, {})).status).toBe(200)
  expect((await mention('the EXAM, tomorrow')).status).toBe(201)
  expect(await loadBell(ada)).toEqual([])
  expect(await countPushes(ada)).toBe(0)
  await backdate()
  await mailDigests(app)
  expect(await countMails(ada)).toBe(0)

  expect((await mention('the examiner')).status).toBe(201)
  expect(await loadBell(ada)).toEqual(['Bo mentioned you in a post'])
  expect(await countPushes(ada)).toBe(1)
  await backdate()
  await mailDigests(app)
  expect(await countMails(ada)).toBe(1)
})

test('a muted word hides comments, replies and anonymous comments from the bell of their reader', async () => {
  await muteWords(ada, { places: ['comments'] })
  const post = await makePost(app, ada)
  const parent = await makeComment(app, ada, post)
  const comment = (content: string, extra = {}) =>
    as(app, bo)(comments.create, { body: { post_id: post.id, content, ...extra } })
  expect((await comment('exam')).status).toBe(201)
  expect((await comment('exam', { parent_id: parent.id })).status).toBe(201)
  expect(await loadBell(ada)).toEqual([])
  expect((await comment('rowing', { parent_id: parent.id })).status).toBe(201)
  expect((await comment('rowing')).status).toBe(201)
  expect(await loadBell(ada)).toHaveLength(2)
  expect((await mention('exam')).status).toBe(201) // the word does not apply to the feed
  expect(await loadBell(ada)).toHaveLength(3)
})

test('a word that excepts friends hides only what others write', async () => {
  await muteWords(ada, { except_friends: true })
  await mention('exam')
  expect(await loadBell(ada)).toEqual([])
  await makeFriends(app, ada, bo)
  await mention('exam')
  expect(await loadBell(ada)).toEqual(['Bo mentioned you in a post'])
  const { friends } = (await as(app, ada)(safety.settings)).body.data
  expect(friends).toEqual([bo.id])
  await muteWords(ada, {})
  expect((await as(app, ada)(safety.settings)).body.data.friends).toEqual([])
})

test('announcements and saved searches leave out readers whose words they contain', async () => {
  await muteWords(ada, {})
  const group = await makeGroup(app, bo, { members: [ada] })
  const announce = async (content: string) => {
    const body = { content, is_announcement: true }
    const { body: created } = await as(app, bo)(groupPosts.create, { params: { gid: group.id }, body })
    const payload = { schoolId: school.id, by: bo.id, group: { id: group.id, name: group.name }, onlyAdmins: false }
    await notifyMembers(app, { ...payload, post: created.data.id })
  }
  await announce('Exam on Monday')
  expect(await loadBell(ada)).toEqual([])
  await announce('Rowing on Monday')
  expect(await loadBell(ada)).toHaveLength(1)

  const search = { name: 'Boats', filters: { search: 'rowing' } }
  expect((await as(app, ada)(listingSearches.create, { body: search })).status).toBe(201)
  for (const title of ['Rowing exam', 'Rowing boat']) {
    const listing = await makeListing(app, bo, { title })
    await matchSearches(app, { schoolId: school.id, id: listing.id })
    expect((await as(app, ada)(marketplace.show, { params: { id: listing.id } })).status).toBe(200)
  }
  expect((await loadBell(ada)).filter((line) => line.includes('exam'))).toEqual([])
  expect((await loadBell(ada)).filter((line) => line.includes('Rowing boat'))).toHaveLength(1)
})

test('a word that is added later hides the line of a digest', async () => {
  const group = await makeGroup(app, bo, { members: [ada], name: 'Exam club' })
  const payload = { schoolId: school.id, by: bo.id, group: { id: group.id, name: group.name }, onlyAdmins: false }
  await notifyMembers(app, payload)
  expect(await loadBell(ada)).toHaveLength(1)
  await muteWords(ada, {})
  await backdate()
  await mailDigests(app)
  expect(await countMails(ada)).toBe(0)
})

test('words are kept in order and shown to their owner only, and the same word is refused twice', async () => {
  const words = [everywhere, { ...everywhere, word: 'Prüfung', match: 'anywhere' as const, places: ['feed' as const] }]
  expect((await muteWords(ada, ...words)).status).toBe(200)
  expect((await as(app, ada)(session.me)).body.safety.words).toEqual(words)
  expect((await as(app, ada)(safety.settings)).body.data.words).toEqual(words)
  expect((await as(app, bo)(session.me)).body.safety.words).toEqual([])
  expect(JSON.stringify((await as(app, bo)(safety.settings)).body)).not.toContain('Prüfung')

  const twice = await muteWords(ada, { word: 'exam' }, { word: ' ÉXAM ' })
  expect(twice.status).toBe(400)
  expect(JSON.stringify(twice.body)).toContain(duplicateWord)
  for (const bad of [{ word: '' }, { word: 'x'.repeat(61) }, { places: [] }]) {
    expect((await muteWords(ada, bad)).status, JSON.stringify(bad)).toBe(400)
  }
  const many = Array.from({ length: 101 }, (_, index) => ({ word: `word ${index}` }))
  expect((await muteWords(ada, ...many)).status).toBe(400)
  expect((await muteWords(ada, ...many.slice(1))).status).toBe(200)
  expect((await as(app, ada)(safety.update, { body: { requests: 'friends' } })).status).toBe(200)
  expect((await as(app, ada)(safety.settings)).body.data.words).toHaveLength(100) // what is left out stays
})

test('a nightly job deletes the words that have ended', async () => {
  const now = Math.floor(Date.now() / 1000)
  await muteWords(ada, { word: 'old', ends_at: now - 1 }, { word: 'new', ends_at: now + 60 }, { word: 'always' })
  await deleteExpiredWords(app.db)
  const { words } = (await as(app, ada)(safety.settings)).body.data
  expect(words.map(({ word }) => word)).toEqual(['new', 'always'])
})

test.each([
  ['an unknown rule for messages', { requests: 'no one' }],
  ['an unknown rule for notes', { notes: 'blur' }],
  ['an unknown rule for the profile', { profile: 'hidden' }],
  ['receipts that are a text', { receipts: 'off' }],
  ['typing that is a number', { typing: 0 }],
  ['counts that are null', { counts: null }],
  ['a crisis card that is a list', { crisis_card: [] }],
  ['words that are a text', { words: 'exam' }],
  ['a word without its places', { words: [{ word: 'exam', match: 'word' }] }],
  ['a word with an unknown match', { words: [{ ...everywhere, match: 'pattern' }] }],
  ['a word with an unknown place', { words: [{ ...everywhere, places: ['messages'] }] }],
  ['a word that ends on no date', { words: [{ ...everywhere, ends_at: 'tomorrow' }] }],
])('%s is refused, and the other settings of the call are not saved', async (_what, body) => {
  const before = (await as(app, ada)(safety.settings)).body.data
  const refused = await as(app, ada)(safety.update, { body: { leaderboard: false, ...body } as never })
  expect(refused.status).toBe(400)
  expect((await as(app, ada)(safety.settings)).body.data).toEqual(before)
})

test('no administrator reads the words and mutes of a user', async () => {
  const dean = await makeUser(app, { school, role: 'admin' })
  const site = await makeUser(app, { school, role: 'site_admin' })
  await muteWords(ada, { word: 'zanzibar' })
  expect((await as(app, ada)(safety.mute, { params: { id: bo.id } })).status).toBe(200)
  for (const who of [dean, site]) {
    const ask = as(app, who)
    const replies = [
      await ask(admin.users, { query: { search: 'Ada' } }),
      await ask(people.show, { params: { id: ada.id } }),
      await ask(safety.settings),
      await ask(safety.muted),
      await ask(schools.manage),
    ]
    for (const { status } of replies) expect(status).toBe(200)
    expect(JSON.stringify(replies.map(({ body }) => body))).not.toContain('zanzibar')
    expect(replies[1]?.body).toMatchObject({ data: { is_muted: false } })
    expect(replies[3]?.body).toMatchObject({ data: [] })
  }
})

test('message requests are a line of the digest, and reactions and reminders stay in the product, until a user chooses', async () => {
  expect((await as(app, ada)(notifications.choices)).body.data.ways).toMatchObject({
    message_request: 'digest',
    reaction: 'product',
    reminder: 'product',
    mention: 'digest',
  })
})
