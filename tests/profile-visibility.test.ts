// Who sees a profile: every route that returns details of a user, or lists what belongs to a profile.
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../src/app/contract.ts'
import { marketplace } from '../src/features/marketplace/contract.ts'
import { media } from '../src/features/media/contract.ts'
import { friends, people } from '../src/features/people/contract.ts'
import { safety } from '../src/features/people/safety-contract.ts'
import { posts } from '../src/features/posts/contract.ts'
import { search } from '../src/features/search/contract.ts'
import { session } from '../src/features/session/contract.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeGroup } from '../src/testing/factories/groups.ts'
import { makeListing } from '../src/testing/factories/marketplace.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makePost } from '../src/testing/factories/posts.ts'
import { makeFriends, makeUser, type TestUser } from '../src/testing/factories/users.ts'

/** Ada hides her profile. Grace shares a group with her, Bo does not. Zoe is a friend of all three. */
const { app, school, ada, grace, bo, zoe, dean, foreigner } = await campus({
  perTest: true,
  people: {
    ada: { name: 'Ada Castellan' },
    grace: { name: 'Grace Mbeki' },
    bo: { name: 'Bo Lindqvist' },
    zoe: { name: 'Zoe Arden' },
    dean: { name: 'Dean Moss', role: 'admin' },
  },
  foreign: { people: { foreigner: {} } },
})

const details = {
  major: 'Canary studies',
  bio: 'Canary bio',
  location: 'Canary lane',
  website: 'https://canary.example',
}
let cover = ''
let lamp = ''
const setProfile = (who: TestUser, profile: 'everyone' | 'friends_and_groups') =>
  as(app, who)(safety.update, { body: { profile } })

beforeEach(async () => {
  cover = (await makeUpload(app, ada, { type: 'cover' })).url
  const body = { ...details, graduation_year: 2031, cover_photo: cover }
  expect((await as(app, ada)(session.updateMe, { body })).status).toBe(200)
  for (const viewer of [grace, bo])
    await as(app, viewer)(session.updateMe, { body: { major: details.major, graduation_year: 2031 } })
  await app.db
    .updateTable('users')
    .set({ previous_name: 'Canary Before', name_changed_at: new Date() })
    .where('id', '=', ada.id)
    .execute()
  await makePost(app, ada, { content: 'A canary sings' })
  lamp = (await makeListing(app, ada)).id
  for (const person of [ada, grace, bo]) await makeFriends(app, zoe, person)
  await makeGroup(app, ada, { members: [grace], type: 'private' })
  expect((await setProfile(ada, 'friends_and_groups')).status).toBe(200)
})

const adas = { params: { id: '' } }
beforeEach(() => {
  adas.params.id = ada.id
})
const findAda = (rows: readonly { readonly id: string }[]) => rows.find(({ id }) => id === ada.id)
const listed = { id: expect.any(String), name: 'Ada Castellan', avatar_url: null }
const detailed = { major: details.major, graduation_year: 2031, mutual_friends_count: 1 }
const bare = { major: null, graduation_year: null, mutual_friends_count: 0 }
const inList = { shown: { ...listed, ...detailed }, hidden: { ...listed, ...bare } }

type Row = {
  /** What the viewer finds of Ada. `prepare` has run before. */
  read(viewer: TestUser): Promise<unknown>
  prepare?(viewer: TestUser): Promise<unknown>
  /** For a viewer who shares a group with her, and for one who does not. */
  readonly shown: unknown
  readonly hidden: unknown
}

/** All routes that return details of other users, or what belongs to a profile. */
const table: Readonly<Record<string, Row>> = {
  'people.show': {
    read: async (viewer) => (await as(app, viewer)(people.show, adas)).body.data,
    get shown() {
      return expect.objectContaining({
        ...listed,
        ...detailed,
        ...details,
        is_hidden: false,
        previous_name: 'Canary Before',
        cover_photo: cover,
        created_at: expect.any(Number),
      })
    },
    get hidden() {
      return {
        ...listed,
        ...bare,
        avatar: null,
        school: 'Test School',
        school_id: school.id,
        is_hidden: true,
        is_me: false,
        is_staff: false,
        is_muted: false,
        is_blocked: false,
        can_message: true,
        ask_before_saving: false,
        friendship_status: 'none',
        request: null,
        previous_name: null,
        cover_photo: null,
        bio: null,
        location: null,
        website: null,
        email: null,
        phone: null,
        created_at: null,
      }
    },
  },
  'people.stats': {
    read: async (viewer) => (await as(app, viewer)(people.stats, adas)).body.data,
    shown: { posts: 1, friends: 1, events: 0 },
    hidden: { posts: 0, friends: 0, events: 0 },
  },
  'people.friends': {
    read: async (viewer) => (await as(app, viewer)(people.friends, adas)).body.data.map(({ name }) => name),
    shown: ['Zoe Arden'],
    hidden: [],
  },
  'people.friends of a friend': {
    read: async (viewer) => findAda((await as(app, viewer)(people.friends, { params: { id: zoe.id } })).body.data),
    shown: expect.objectContaining(inList.shown),
    hidden: undefined,
  },
  'people.search': {
    read: async (viewer) => findAda((await as(app, viewer)(people.search, { query: { q: 'castel' } })).body.data),
    shown: expect.objectContaining(inList.shown),
    hidden: expect.objectContaining(inList.hidden),
  },
  'search.all': {
    read: async (viewer) => findAda((await as(app, viewer)(search.all, { query: { q: 'castellan' } })).body.data),
    shown: expect.objectContaining({ title: 'Ada Castellan', text: details.major }),
    hidden: expect.objectContaining({ title: 'Ada Castellan', text: '' }),
  },
  'friends.suggested': {
    read: async (viewer) => findAda((await as(app, viewer)(friends.suggested)).body.data),
    shown: expect.objectContaining({ ...inList.shown, same_major: true, same_year: true }),
    hidden: expect.objectContaining({ ...inList.hidden, same_major: false, same_year: false }),
  },
  'friends.requests': {
    prepare: (viewer) => as(app, ada)(friends.request, { params: { id: viewer.id } }),
    read: async (viewer) => (await as(app, viewer)(friends.requests)).body.data[0]?.requester,
    shown: expect.objectContaining(inList.shown),
    hidden: expect.objectContaining(inList.hidden),
  },
  'friends.sent': {
    prepare: (viewer) => as(app, viewer)(friends.request, adas),
    read: async (viewer) => (await as(app, viewer)(friends.sent)).body.data[0]?.addressee,
    shown: expect.objectContaining(inList.shown),
    hidden: expect.objectContaining(inList.hidden),
  },
  'friends.blocked': {
    prepare: (viewer) => as(app, viewer)(friends.block, adas),
    read: async (viewer) => findAda((await as(app, viewer)(friends.blocked)).body.data),
    shown: expect.objectContaining(inList.shown),
    hidden: expect.objectContaining(inList.hidden),
  },
  'safety.muted': {
    prepare: (viewer) => as(app, viewer)(safety.mute, adas),
    read: async (viewer) => findAda((await as(app, viewer)(safety.muted)).body.data),
    shown: expect.objectContaining(inList.shown),
    hidden: expect.objectContaining(inList.hidden),
  },
  'posts.ofUser': {
    read: async (viewer) => (await as(app, viewer)(posts.ofUser, adas)).body.data.map(({ content }) => content),
    shown: ['A canary sings'],
    hidden: [],
  },
  'marketplace.show': {
    read: async (viewer) =>
      (await as(app, viewer)(marketplace.show, { params: { id: lamp } })).body.data.seller_facts?.since,
    shown: expect.any(Number),
    hidden: null,
  },
  'media.file': {
    read: async (viewer) =>
      (await as(app, viewer)(media.file, { params: { file: cover.slice('/media/'.length) } })).status,
    shown: 200,
    hidden: 404,
  },
}

test.each(Object.entries(table))('%s shows a hidden profile to members of shared groups only', async (_name, row) => {
  for (const [viewer, expected] of [
    [grace, row.shown],
    [bo, row.hidden],
  ] as const) {
    await row.prepare?.(viewer)
    expect(await row.read(viewer), viewer.name).toEqual(expected)
  }
})

/** Routes whose replies have details that the viewer may see in any case. */
const exempt: Readonly<Record<string, string>> = {
  'friends.list': 'friends see the profile',
  'session.me': 'the own account',
  'session.updateMe': 'the own account',
  'session.acceptTerms': 'the own account',
}

test('every route whose reply has details of a user is in the table', () => {
  const names = [
    'major',
    'graduation_year',
    'bio',
    'cover_photo',
    'previous_name',
    'same_major',
    'mutual_friends_count',
  ]
  const found = allRoutes.filter(({ name, route }) => {
    if (!route.reply || name.startsWith('professors.')) return false
    const schema = JSON.stringify(z.toJSONSchema(route.reply, { unrepresentable: 'any' }))
    return names.some((field) => schema.includes(`"${field}":`))
  })
  expect(found.map(({ name }) => name).filter((name) => !(name in table) && !(name in exempt))).toEqual([])
  for (const name of Object.keys(exempt)) expect(found.map((route) => route.name)).toContain(name)
})

test('friends see the profile, staff do not, and other schools do not find it', async () => {
  const show = async (viewer: TestUser) => (await as(app, viewer)(people.show, adas)).body.data
  expect(await show(zoe)).toMatchObject({ ...details, is_hidden: false })
  expect(await show(ada)).toMatchObject({ ...details, is_hidden: false, is_me: true })
  expect(await show(dean)).toMatchObject({ bio: null, is_hidden: true })
  expect((await as(app, foreigner)(people.show, adas)).status).toBe(404)
  await as(app, ada)(friends.remove, { params: { id: zoe.id } })
  expect(await show(zoe)).toMatchObject({ bio: null, is_hidden: true })
})

test('no search finds a hidden profile by what it hides, and suggestions do not rank it by that', async () => {
  for (const word of ['canary', '2031', 'Canary Before', 'lane']) {
    expect(findAda((await as(app, bo)(people.search, { query: { q: word } })).body.data), word).toBeUndefined()
    const hits = (await as(app, bo)(search.all, { query: { q: word, limit: 20 } })).body.data
    expect(
      hits.map(({ kind }) => kind),
      word,
    ).not.toContain('person')
  }
  const newest = await makeUser(app, { school, name: 'Newest' })
  await setProfile(grace, 'everyone')
  const order = (await as(app, bo)(friends.suggested)).body.data.map(({ id }) => id)
  expect([order[0], order.indexOf(newest.id) < order.indexOf(ada.id)]).toEqual([grace.id, true])
})

test('posts stay in the feed, and a school that changes nothing hides no profile', async () => {
  const feed = (await as(app, bo)(posts.feed)).body.data
  expect(feed.map(({ content, author }) => [content, author.name])).toEqual([['A canary sings', 'Ada Castellan']])
  const { body } = await as(app, bo)(people.show, { params: { id: grace.id } })
  expect(body.data).toMatchObject({ major: details.major, is_hidden: false })
  expect((await as(app, grace)(safety.settings)).body.data).toMatchObject({ profile: 'everyone' })
})

test('a withheld group does not count as shared', async () => {
  await app.db.updateTable('groups').set({ withheld_at: new Date() }).where('school_id', '=', school.id).execute()
  expect((await as(app, grace)(people.show, adas)).body.data).toMatchObject({ is_hidden: true })
})
