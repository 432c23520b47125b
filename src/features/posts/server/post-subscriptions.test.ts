import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { makeBlock } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { comments, posts } from '../contract.ts'

const { app, ada, grace, alan } = await campus({ people: { ada: {}, grace: {}, alan: {} } })

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
