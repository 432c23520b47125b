import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { makeBlock, makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { openStream, waitForEarlierEvents } from '../../../testing/streams.ts'
import { comments, posts } from '../contract.ts'

const { app, school, ada, grace, alan } = await campus({ people: { ada: {}, grace: {}, alan: {} } })

test('publishes like and comment counts to the subscribers of a post', async () => {
  const { id } = await makePost(app, ada)
  const stream = await openStream(app, grace, { posts: [id] })
  const counts = (likes_count: number, comments_count: number) => ({ post_id: id, likes_count, comments_count })
  await as(app, alan)(posts.like, { params: { id } })
  expect((await stream.next('post.liked')).body).toEqual(counts(1, 0))
  const comment = await makeComment(app, alan, { id })
  expect((await stream.next('post.commented')).body).toEqual(counts(1, 1))
  await as(app, alan)(comments.remove, { params: { id: comment.id } })
  expect((await stream.next('post.commented')).body).toEqual(counts(1, 0))
  await as(app, alan)(posts.unlike, { params: { id } })
  expect((await stream.next('post.liked')).body).toEqual(counts(0, 0))
  stream.close()
})

test('hides the counts of a named post from blocked users, but never those of an anonymous post, to protect the author', async () => {
  const [named, sealed] = [await makePost(app, ada), await makePost(app, ada, { anonymous: true })]
  await makeBlock(app, ada, grace)
  const stream = await openStream(app, grace, { posts: [named.id, sealed.id] })
  const looking = await openStream(app, alan, { posts: [named.id] })
  await as(app, alan)(posts.like, { params: { id: named.id } })
  await looking.next('post.liked')
  await makeComment(app, ada, sealed)
  const { body } = await stream.next('post.commented')
  expect(body).toEqual({ post_id: sealed.id, likes_count: 0, comments_count: 1 })
  expect(stream.heard.filter(({ name }) => name === 'post.liked')).toEqual([])
  expect(JSON.stringify(stream.heard)).not.toContain(ada.id)
  for (const { close } of [stream, looking]) close()
})

test('publishes the id of a new post to its school, without the author, blocked users and other schools', async () => {
  const [mary, joan] = [await makeUser(app, { school }), await makeUser(app, { school })]
  const stranger = await makeUser(app, { school: await makeSchool(app) })
  await makeBlock(app, mary, alan)
  const streams = await Promise.all([mary, joan, alan, stranger].map((person) => openStream(app, person)))
  const { id } = await makePost(app, mary)
  const sealed = await makePost(app, mary, { anonymous: true })
  const heard = []
  for (const [index, person] of [mary, joan, alan, stranger].entries()) {
    const stream = streams[index] as (typeof streams)[number]
    await waitForEarlierEvents(app, person, stream)
    heard.push(stream.heard.filter(({ name }) => name === 'post.created').map(({ body }) => body))
    stream.close()
  }
  // The author of an anonymous post hears of it too: leaving them out would name them.
  expect(heard).toEqual([[{ id: sealed.id }], [{ id }, { id: sealed.id }], [{ id: sealed.id }], []])
})
