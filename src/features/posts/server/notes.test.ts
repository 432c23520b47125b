import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup, makeGroupComment, makeGroupPost } from '../../../testing/factories/groups.ts'
import { makeComment, makePost } from '../../../testing/factories/posts.ts'
import { confessions } from '../../confessions/contract.ts'
import { groupPosts } from '../../group-posts/contract.ts'
import { notifications } from '../../notifications/contract.ts'
import { safety } from '../../people/safety-contract.ts'
import { session } from '../../session/contract.ts'
import { comments, posts } from '../contract.ts'

const { app, ada, bo } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, bo: { name: 'Bo' } },
})

const note = { note: 'food, exams', sensitive: true } as const

test('posts, comments, group posts and confessions keep the note of their author', async () => {
  const { body: post } = await as(app, ada)(posts.create, { body: { content: 'Lunch', ...note } })
  expect(post.data).toMatchObject(note)
  const params = { id: post.data.id }
  expect((await as(app, bo)(posts.show, { params })).body.data).toMatchObject(note)
  const [listed] = (await as(app, bo)(posts.feed)).body.data
  expect(listed).toMatchObject(note)

  const written = await as(app, ada)(comments.create, { body: { post_id: params.id, content: 'More', ...note } })
  expect(written.body.data).toMatchObject(note)
  const [comment] = (await as(app, bo)(comments.list, { params })).body.data
  expect(comment).toMatchObject(note)

  const group = await makeGroup(app, ada, { members: [bo] })
  const inGroup = { gid: group.id }
  const { body: grouped } = await as(app, ada)(groupPosts.create, { params: inGroup, body: { content: 'Hi', ...note } })
  expect(grouped.data).toMatchObject(note)
  const pid = grouped.data.id
  const { body: reply } = await as(app, bo)(groupPosts.comment, {
    params: { ...inGroup, pid },
    body: { content: 'Yes', ...note },
  })
  expect(reply.data).toMatchObject(note)
  const { body: replies } = await as(app, ada)(groupPosts.comments, { params: { ...inGroup, pid } })
  expect(replies.data[0]).toMatchObject(note)

  const { body: confession } = await as(app, ada)(confessions.create, {
    body: { content: 'I never eat lunch', ...note },
  })
  expect(confession.data).toMatchObject(note)
  const [published] = (await as(app, bo)(confessions.list)).body.data
  expect(published).toMatchObject(note)
})

test('an item without a note is answered as before', async () => {
  const post = await makePost(app, ada)
  const { body } = await as(app, bo)(posts.show, { params: { id: post.id } })
  expect(Object.keys(body.data)).not.toContain('note')
  expect(Object.keys(body.data)).not.toContain('sensitive')
})

test('only the author changes a note, and an empty one removes it', async () => {
  const post = await makePost(app, ada)
  const params = { id: post.id }
  expect((await as(app, bo)(posts.setNote, { params, body: note })).status).toBe(403)
  const set = await as(app, ada)(posts.setNote, { params, body: note })
  expect(set.body.data).toMatchObject({ ...note, edited_at: null })
  const cleared = await as(app, ada)(posts.setNote, { params, body: { note: '  ' } })
  expect(Object.keys(cleared.body.data)).not.toContain('note')
  expect(Object.keys(cleared.body.data)).not.toContain('sensitive')
  expect((await as(app, ada)(posts.setNote, { params, body: { note: 'x'.repeat(101) } })).status).toBe(400)

  const comment = await makeComment(app, bo, post)
  const onComment = { params: { id: comment.id }, body: { note: 'exams' } }
  expect((await as(app, ada)(comments.setNote, onComment)).status).toBe(403)
  expect((await as(app, bo)(comments.setNote, onComment)).body.data).toMatchObject({ note: 'exams' })
})

test('only the author changes the note of a comment in a group', async () => {
  const group = await makeGroup(app, ada, { members: [bo] })
  const post = await makeGroupPost(app, ada, group)
  const comment = await makeGroupComment(app, bo, post)
  const params = { gid: group.id, pid: post.id, cid: comment.id }
  const read = async () =>
    (await as(app, ada)(groupPosts.comments, { params: { gid: group.id, pid: post.id } })).body.data[0]
  expect((await as(app, ada)(groupPosts.setCommentNote, { params, body: { note: 'exams' } })).status).toBe(403)
  const set = await as(app, bo)(groupPosts.setCommentNote, { params, body: { note: 'exams' } })
  expect(set.body.data).toMatchObject({ note: 'exams', content: 'Well said' })
  expect(await read()).toMatchObject({ note: 'exams' })
  expect((await as(app, bo)(groupPosts.setCommentNote, { params, body: { note: null } })).status).toBe(200)
  expect(await read()).not.toHaveProperty('note')
})

test('a note of an anonymous post is published like an edit, and that of an anonymous comment stays', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  const params = { id: post.id }
  expect((await as(app, bo)(posts.setNote, { params, body: note })).status).toBe(403)
  expect((await as(app, ada)(posts.setNote, { params, body: note })).body.data).toMatchObject(note)
  expect((await as(app, bo)(posts.show, { params })).body.data).toMatchObject({ ...note, content: post.content })
  const comment = await makeComment(app, ada, post) // anonymous, as the post
  expect(comment.is_anonymous).toBe(true)
  const refused = await as(app, ada)(comments.setNote, { params: { id: comment.id }, body: note })
  expect(refused.status).toBe(409)
})

test('a notification shows the note instead of the text', async () => {
  const body = { content: 'A whole cake, @Ada', mentions: [ada.id], note: 'food' }
  expect((await as(app, bo)(posts.create, { body })).status).toBe(201)
  const { data } = (await as(app, ada)(notifications.list)).body
  const previews = data.map(({ preview }) => preview?.text)
  expect(previews).toContain('Note: food')
  expect(JSON.stringify(data)).not.toContain('cake')
})

test('a note mentions no one', async () => {
  const body = { content: 'Lunch', note: '@Ada, food', mentions: [ada.id] }
  expect((await as(app, bo)(posts.create, { body })).status).toBe(201)
  expect((await as(app, ada)(notifications.list)).body.data).toEqual([])
  expect((await as(app, bo)(posts.create, { body: { ...body, content: '@Ada, lunch' } })).status).toBe(201)
  expect((await as(app, ada)(notifications.list)).body.data).toHaveLength(1)
})

test('the setting of a reader is theirs, and starts with the default', async () => {
  expect((await as(app, ada)(session.me)).body.safety.notes).toBe('collapse')
  expect((await as(app, ada)(safety.update, { body: { notes: 'hide' } })).body.data.notes).toBe('hide')
  expect((await as(app, ada)(session.me)).body.safety.notes).toBe('hide')
  expect((await as(app, bo)(session.me)).body.safety.notes).toBe('collapse')
  expect((await as(app, ada)(safety.update, { body: { notes: 'blur' as never } })).status).toBe(400)
})
