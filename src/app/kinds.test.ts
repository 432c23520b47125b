import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { messages } from '../features/messages/contract.ts'
import { comments, posts } from '../features/posts/contract.ts'
import type { House } from '../shared/server/house.ts'
import { contentKinds } from './kinds.ts'
import {
  as,
  makeComment,
  makeConversation,
  makeMessage,
  makePerson,
  makePost,
  makeSchool,
  openTestHouse,
  type TestPerson,
} from './testing.ts'

let house: House
let ada: TestPerson
let grace: TestPerson

beforeAll(async () => {
  house = await openTestHouse()
  const school = await makeSchool(house)
  ada = await makePerson(house, { school })
  grace = await makePerson(house, { school })
})

type Made = { readonly id: string; readonly text: string; gone(): Promise<boolean> }

/** For every kind: something that the author made, liked and answered, and whether all of it is gone again. */
const examples: Readonly<Record<string, (author: TestPerson, anonymous: boolean) => Promise<Made>>> = {
  post: async (author, anonymous) => {
    const post = await makePost(house, author, { content: 'A post', anonymous })
    const comment = await makeComment(house, grace, post)
    await as(house, grace)(posts.like, { params: { id: post.id } })
    await as(house, grace)(comments.like, { params: { id: comment.id } })
    return { id: post.id, text: 'A post', gone: () => leavesNothing(post.id) }
  },
  comment: async (author, anonymous) => {
    const post = await makePost(house, anonymous ? author : grace, { anonymous })
    await makeComment(house, grace, post, { content: 'stays' })
    const comment = await makeComment(house, author, post, { content: 'A comment' })
    await makeComment(house, grace, post, { content: 'goes with it', parent: comment })
    await as(house, grace)(comments.like, { params: { id: comment.id } })
    const gone = async () => {
      const { body } = await as(house, grace)(comments.list, { params: { id: post.id } })
      const shown = (await as(house, grace)(posts.show, { params: { id: post.id } })).body.data
      return body.data.map(({ content }) => content).join() === 'stays' && shown.comment_count === 1
    }
    return { id: comment.id, text: 'A comment', gone }
  },
  message: async (author) => {
    const conversation = await makeConversation(house, author, [grace])
    const { id } = await makeMessage(house, author, conversation, { content: 'A message' })
    const gone = async () => (await as(house, grace)(messages.update, { params: { id }, body: {} })).status === 404
    return { id, text: 'A message', gone }
  },
}

/** Kinds that people write under their name only. */
const alwaysNamed = ['message']

async function leavesNothing(post: string): Promise<boolean> {
  const tables = [
    house.db.selectFrom('posts').where('id', '=', post),
    house.db.selectFrom('comments').where('post_id', '=', post),
    house.db.selectFrom('post_likes').where('post_id', '=', post),
  ]
  const rows = await Promise.all(tables.map((table) => table.selectAll().execute()))
  return rows.flat().length === 0
}

const exampleOf = (kind: string) => {
  const example = examples[kind]
  if (!example) throw new Error(`Write an example of the kind ${kind}.`)
  return example
}

test('every kind has a name of its own', () => {
  expect(new Set(contentKinds.map(({ kind }) => kind)).size).toBe(contentKinds.length)
})

test.each(contentKinds)('a $kind is noted down for a report with its author', async ({ kind, snapshot }) => {
  const { id, text } = await exampleOf(kind)(ada, false)
  expect(await snapshot(house.db, ada.schoolId, id)).toEqual({ text, images: [], authorId: ada.id, seal: null })
})

test.each(contentKinds.filter(({ kind }) => !alwaysNamed.includes(kind)))(
  'an anonymous $kind is noted down sealed',
  async ({ kind, snapshot }) => {
    const { id, text } = await exampleOf(kind)(ada, true)
    const noted = await snapshot(house.db, ada.schoolId, id)
    expect(noted).toMatchObject({ text, authorId: null })
    const item = { schoolId: ada.schoolId, kind, id }
    expect(await house.anonymity.unseal(noted?.seal ?? Buffer.alloc(0), item)).toBe(ada.id)
  },
)

test.each(contentKinds)('a $kind of another school can be neither noted down nor removed', async (of) => {
  const { id, gone } = await exampleOf(of.kind)(ada, false)
  const elsewhere = await makeSchool(house)
  expect(await of.snapshot(house.db, elsewhere.id, id)).toBeUndefined()
  expect(await of.remove(house.db, elsewhere.id, id)).toBe(false)
  expect(await gone()).toBe(false)
})

test.each(contentKinds)(
  'removing a $kind takes along what hangs on it, keeps the counts, and is done once',
  async (of) => {
    const { id, gone } = await exampleOf(of.kind)(ada, false)
    expect(await gone()).toBe(false)
    expect(await of.remove(house.db, ada.schoolId, id)).toBe(true)
    expect(await gone()).toBe(true)
    expect(await of.remove(house.db, ada.schoolId, id)).toBe(false)
    expect(await of.snapshot(house.db, ada.schoolId, id)).toBeUndefined()
    expect(await of.remove(house.db, ada.schoolId, randomUUID())).toBe(false)
  },
)

test.each(contentKinds)('of five who remove a $kind at once, one does it', async (of) => {
  const { id, gone } = await exampleOf(of.kind)(ada, false)
  const removals = await Promise.all(Array.from({ length: 5 }, () => of.remove(house.db, ada.schoolId, id)))
  expect(removals.filter(Boolean)).toHaveLength(1)
  expect(await gone()).toBe(true)
})
