import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { session } from '../../session/contract.ts'
import { comments, type Post, PostInput, posts } from '../contract.ts'

const { app, ada, grace, dean } = await campus({
  people: {
    ada: { name: 'Ada Castellan' },
    grace: { name: 'Grace Mbeki' },
    dean: { name: 'Dean Okafor', role: 'admin' },
  },
})

const whisper = (person: TestUser, content = 'I miss home') => makePost(app, person, { content, anonymous: true })
const at = ({ id }: { id: string }) => ({ params: { id } })
const loadRow = ({ id }: { id: string }) =>
  app.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const randomId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('stores an anonymous post sealed: no author, no exact time, nothing in common with another', async () => {
  const [one, other] = [await loadRow(await whisper(ada)), await loadRow(await whisper(ada))]
  for (const row of [one, other]) {
    expect(row).toMatchObject({ author_id: null, is_anonymous: true, edited_at: null })
    expect(row.id).toMatch(randomId)
    expect(row.created_at.getTime() % 60_000).toBe(0)
    const stored = JSON.stringify(row) + row.author_seal?.toString('latin1') + row.author_tag?.toString('latin1')
    for (const trace of [ada.id, ada.name, ada.email]) expect(stored).not.toContain(trace)
  }
  expect(one.author_tag).not.toEqual(other.author_tag)
  expect(one.author_seal).not.toEqual(other.author_seal)
  const named = await loadRow(await makePost(app, ada))
  expect(named).toMatchObject({ author_id: ada.id, author_tag: null, author_seal: null })
  expect(named.id).not.toMatch(randomId)
})

test('stores every field of an anonymous post that a named one has', async () => {
  const create = async (is_anonymous: boolean) => {
    const { url } = await makeUpload(app, ada)
    const note = { note: 'home', sensitive: true, confirmed: true }
    const words = { content: 'Home', type: 'image', visibility: 'school', mentions: [], ...note }
    const body = { ...words, media_urls: [url], is_anonymous }
    expect(Object.keys(body).sort(), 'give a new field a value here').toEqual(Object.keys(PostInput.shape).sort())
    return loadRow((await as(app, ada)(posts.create, { body: body as never })).body.data)
  }
  const [named, anonymous] = [await create(false), await create(true)]
  const hidden = ['author_id', 'author_seal', 'author_tag', 'created_at', 'id', 'is_anonymous', 'media_urls']
  const differing = Object.entries(named).flatMap(([column, value]) =>
    JSON.stringify(value) === JSON.stringify(anonymous[column as keyof typeof anonymous]) ? [] : [column],
  )
  expect(differing.sort(), 'toRow in pending-posts.ts fills every column').toEqual(hidden)
  expect(anonymous.media_urls).toHaveLength(1)
})

test('unseals the author of an anonymous post for moderation', async () => {
  const { id, school_id, author_seal } = await loadRow(await whisper(ada))
  const item = { schoolId: school_id, kind: 'post', id }
  expect((await app.anonymity.unsealContent(author_seal ?? Buffer.alloc(0), item)).authorId).toBe(ada.id)
})

test('shows every user Anonymous, and only the author that the post is theirs', async () => {
  const post = await whisper(ada)
  const shown = { author_id: null, author: { id: null, name: 'Anonymous', avatar_url: null, avatar: null } }
  expect(post).toMatchObject({
    ...shown,
    is_anonymous: true,
    is_author: true,
    can: { edit: true, delete: true, report: true }, // as for all users: no field may differ for the author alone, except is_author
  })
  expect(post.created_at % 60).toBe(0)
  for (const other of [grace, dean]) {
    const { data } = (await as(app, other)(posts.show, at(post))).body
    expect(data).toMatchObject({ ...shown, is_author: false, can: { edit: false, delete: false, report: true } })
  }
})

test('sends no trace of an anonymous author to other students or to an administrator', async () => {
  const sister = await makeUser(app, { school: { id: ada.schoolId, domain: 'x.example' }, name: 'Zelda Sealed' })
  const post = await whisper(sister, 'No one knows that it was me')
  const comment = await makeComment(app, sister, post, { content: 'Nor that this was me' })
  await as(app, sister)(posts.like, at(post))
  await as(app, sister)(comments.like, at(comment))

  for (const other of [grace, dean]) {
    const call = as(app, other)
    const replies = await Promise.all([
      call(posts.feed),
      call(posts.feed, { query: { search: 'No one knows' } }),
      call(posts.feed, { query: { filter: 'friends' } }),
      call(posts.show, at(post)),
      call(posts.update, { ...at(post), body: { content: 'Mine now' } }),
      call(posts.remove, at(post)),
      call(posts.like, at(post)),
      call(posts.activity, { query: { limit: 50 } }),
      call(comments.list, at(post)),
      call(comments.like, at(comment)),
      call(comments.remove, at(comment)),
    ])
    const everything = JSON.stringify(replies)
    expect(everything).toContain('No one knows that it was me')
    expect(everything).toContain('Nor that this was me')
    const tag = (await loadRow(post)).author_tag ?? Buffer.alloc(0)
    const traces = [sister.id, sister.name, sister.email, tag.toString('hex'), tag.toString('base64')]
    for (const trace of traces) expect(everything).not.toContain(trace)
  }
})

test('gives two anonymous posts of one author nothing in common that another author’s post lacks', async () => {
  const [one, two, hers] = [await whisper(ada), await whisper(ada), await whisper(grace)]
  const shownTo = async (post: Post) => (await as(app, dean)(posts.show, at(post))).body.data as Record<string, unknown>
  const [first, second, third] = [await shownTo(one), await shownTo(two), await shownTo(hers)]
  for (const field of Object.keys(first)) {
    if (field === 'created_at') continue // rounded to the minute, which may change between the posts
    if (JSON.stringify(first[field]) === JSON.stringify(second[field]))
      expect(third[field], field).toEqual(first[field])
  }
  expect(new Set([first.id, second.id, third.id]).size).toBe(3)
})

test('changes nothing that others see of a user when they post and like anonymously', async () => {
  await makePost(app, ada, { content: 'named' })
  const seen = async () =>
    JSON.stringify([
      (await as(app, grace)(posts.ofUser, at(ada))).body,
      (await as(app, grace)(posts.activity, { query: { limit: 100 } })).body,
      (await as(app, grace)(posts.feed, { query: { search: 'Castellan' } })).body,
      (await as(app, ada)(posts.feed, { query: { filter: 'my-posts' } })).body,
    ])
  const before = await seen()
  expect(before).toContain('named')
  const post = await whisper(ada)
  await makeComment(app, ada, post)
  await as(app, ada)(posts.like, at(post))
  expect(await seen()).toBe(before)
})

test('lets only the author edit and delete their anonymous post', async () => {
  const post = await whisper(ada)
  const change = { ...at(post), body: { content: 'I miss home a little', is_anonymous: false } }
  for (const other of [grace, dean]) {
    expect((await as(app, other)(posts.update, change)).status).toBe(403)
    expect((await as(app, other)(posts.remove, at(post))).status).toBe(403)
  }
  const { data } = (await as(app, ada)(posts.update, change)).body
  expect(data).toMatchObject({ content: 'I miss home a little', is_anonymous: true, author_id: null, is_author: true })
  const row = await loadRow(post)
  expect(row.author_id).toBeNull()
  expect(Number(row.edited_at) % 60_000).toBe(0)
  expect((await as(app, ada)(posts.remove, at(post))).status).toBe(200)
  expect((await as(app, grace)(posts.show, at(post))).status).toBe(404)
})

test('keeps the author name Anonymous after the user changes their name', async () => {
  const post = await whisper(ada)
  await as(app, ada)(session.updateMe, { body: { name: 'Countess' } })
  expect((await as(app, grace)(posts.show, at(post))).body.data.author.name).toBe('Anonymous')
  await as(app, ada)(session.updateMe, { body: { name: 'Ada Castellan' } })
})
