import { beforeAll, expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { deleteUser, makeBlock, makeFriends, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { events } from '../../events/contract.ts'
import { friends } from '../../friends/contract.ts'
import { comments, posts } from '../../posts/contract.ts'
import { profiles } from '../contract.ts'

let make: (name?: string) => Promise<TestUser>

const { house, school } = await campus()
beforeAll(async () => {
  make = (name = 'Zed') => makeUser(house, { school, name })
})

const stats = async (viewer: TestUser, of: TestUser) =>
  (await as(house, viewer)(profiles.stats, { params: { id: of.id } })).body

test('figures count what was done under one’s name, at top level and inside', async () => {
  const [ada, bo, gone] = [await make(), await make(), await make()]
  await makePost(house, ada)
  await makePost(house, ada, { anonymous: true })
  await makeEvent(house, ada)
  const { id } = await makeEvent(house, bo)
  await as(house, ada)(events.rsvp, { params: { id }, body: { status: 'attending' } })
  await makeFriends(house, ada, bo)
  await makeFriends(house, ada, gone)
  await deleteUser(house, gone)
  const figures = { posts: 1, friends: 1, events: 2 }
  for (const viewer of [ada, bo]) expect(await stats(viewer, ada)).toEqual({ success: true, data: figures, ...figures })
})

test('a block, made over HTTP, holds everywhere and both ways', async () => {
  const [ada, bo, cy] = [await make('Ada'), await make('Bo'), await make('Cy')]
  const posted = { [ada.id]: await makePost(house, ada), [bo.id]: await makePost(house, bo) }
  const common = await makePost(house, cy, { content: 'Common ground' })
  const said = { [ada.id]: await makeComment(house, ada, common), [bo.id]: await makeComment(house, bo, common) }
  await makeEvent(house, ada)
  await as(house, bo)(friends.request, { params: { id: ada.id } })
  expect((await as(house, ada)(friends.block, { params: { id: bo.id } })).status).toBe(200)

  for (const [viewer, other] of [
    [ada, bo],
    [bo, ada],
  ] as const) {
    const post = { params: { id: posted[other.id]?.id ?? '' } }
    const comment = { params: { id: said[other.id]?.id ?? '' } }
    const call = as(house, viewer)
    const feed = (await call(posts.feed)).body.data
    expect(feed.map(({ author_id }) => author_id)).not.toContain(other.id)
    expect((await call(posts.feed, { query: { search: other.name } })).body.data).toEqual([])
    for (const route of [posts.show, posts.like, comments.list] as const)
      expect((await call(route as typeof posts.show, post)).status, route.path).toBe(404)
    expect((await call(comments.create, { body: { post_id: post.params.id, content: 'Hello' } })).status).toBe(404)
    const shown = (await call(comments.list, { params: { id: common.id } })).body.data
    expect(shown.map(({ author_id }) => author_id)).toEqual([viewer.id])
    for (const route of [comments.like, comments.unlike])
      expect((await call(route as typeof comments.like, comment)).status, route.path).toBe(404)
    const body = { post_id: common.id, parent_id: comment.params.id, content: 'An answer' }
    expect((await call(comments.create, { body })).status).toBe(404)
    expect((await call(posts.ofUser, { params: { id: other.id } })).status).toBe(404)
    expect(JSON.stringify((await call(posts.activity, { query: { limit: 50 } })).body)).not.toContain(other.id)
    for (const list of [friends.requests, friends.sent, friends.list])
      expect(JSON.stringify((await call(list as typeof friends.list)).body)).not.toContain(other.id)
    expect((await as(house, cy)(friends.show, { params: { id: viewer.id } })).status).toBe(200)
  }
  expect((await as(house, bo)(profiles.stats, { params: { id: ada.id } })).status).toBe(404)
  expect(await stats(ada, bo)).toMatchObject({ posts: 0, friends: 0, events: 0 })
})

test('friends of a friend are shown without whom one has blocked, or who has blocked one', async () => {
  const [ada, bo, cy, dee, eli] = [await make(), await make(), await make('Cy'), await make('Dee'), await make('Eli')]
  for (const friend of [cy, dee, eli]) await makeFriends(house, bo, friend)
  await makeBlock(house, ada, cy)
  await makeBlock(house, dee, ada)
  const { data } = (await as(house, ada)(friends.ofUser, { params: { id: bo.id } })).body
  expect(data.map(({ name }) => name)).toEqual(['Eli'])
})
