import { beforeAll, expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { deleteUser, makeBlock, makeFriends, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { events } from '../../events/contract.ts'
import { comments, posts } from '../../posts/contract.ts'
import { friends, people } from '../contract.ts'

let make: (name?: string) => Promise<TestUser>

const { app, school } = await campus()
beforeAll(async () => {
  make = (name = 'Zed') => makeUser(app, { school, name })
})

const stats = async (viewer: TestUser, of: TestUser) =>
  (await as(app, viewer)(people.stats, { params: { id: of.id } })).body

test('counts only named activity, at top level and in data', async () => {
  const [ada, bo, gone] = [await make(), await make(), await make()]
  await makePost(app, ada)
  await makePost(app, ada, { anonymous: true })
  await makeEvent(app, ada)
  const { id } = await makeEvent(app, bo)
  await as(app, ada)(events.rsvp, { params: { id }, body: { status: 'attending' } })
  await makeFriends(app, ada, bo)
  await makeFriends(app, ada, gone)
  await deleteUser(app, gone)
  const figures = { posts: 1, friends: 1, events: 2 }
  for (const viewer of [ada, bo]) expect(await stats(viewer, ada)).toEqual({ success: true, data: figures, ...figures })
})

test('applies a block on every route and in both directions', async () => {
  const [ada, bo, cy] = [await make('Ada'), await make('Bo'), await make('Cy')]
  const posted = { [ada.id]: await makePost(app, ada), [bo.id]: await makePost(app, bo) }
  const common = await makePost(app, cy, { content: 'Common ground' })
  const said = { [ada.id]: await makeComment(app, ada, common), [bo.id]: await makeComment(app, bo, common) }
  await makeEvent(app, ada)
  await as(app, bo)(friends.request, { params: { id: ada.id } })
  expect((await as(app, ada)(friends.block, { params: { id: bo.id } })).status).toBe(200)

  for (const [viewer, other] of [
    [ada, bo],
    [bo, ada],
  ] as const) {
    const post = { params: { id: posted[other.id]?.id ?? '' } }
    const comment = { params: { id: said[other.id]?.id ?? '' } }
    const call = as(app, viewer)
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
    expect((await as(app, cy)(people.show, { params: { id: viewer.id } })).status).toBe(200)
  }
  expect((await as(app, bo)(people.stats, { params: { id: ada.id } })).status).toBe(404)
  expect(await stats(ada, bo)).toMatchObject({ posts: 0, friends: 0, events: 0 })
})

test('lists the friends of a friend without users blocked in either direction', async () => {
  const [ada, bo, cy, dee, eli] = [await make(), await make(), await make('Cy'), await make('Dee'), await make('Eli')]
  for (const friend of [cy, dee, eli]) await makeFriends(app, bo, friend)
  await makeBlock(app, ada, cy)
  await makeBlock(app, dee, ada)
  const { data } = (await as(app, ada)(people.friends, { params: { id: bo.id } })).body
  expect(data.map(({ name }) => name)).toEqual(['Eli'])
})
