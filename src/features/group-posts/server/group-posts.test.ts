import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup, makeGroupComment, makeGroupPost, makePoll } from '../../../testing/factories/groups.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { groups } from '../../groups/contract.ts'
import { messages } from '../../messages/contract.ts'
import { friends } from '../../people/contract.ts'
import { comments } from '../../posts/contract.ts'
import { type GroupPost, groupPosts } from '../contract.ts'

const { app, school, ada, grace, alan } = await campus({
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' }, alan: { name: 'Alan' } },
})

const of = (post: { id: string; group_id: string }) => ({ params: { gid: post.group_id, pid: post.id } })
const create = (who: TestUser, gid: string, body: object) => as(app, who)(groupPosts.create, { params: { gid }, body })
const vote = (who: TestUser, post: GroupPost, option_index: number) =>
  as(app, who)(groupPosts.vote, { ...of(post), body: { option_index } })

test('requires content, two to six options for a poll, and own uploads as images', async () => {
  const { id } = await makeGroup(app, ada)
  const refusals: readonly (readonly [object, string])[] = [
    [{}, 'Post content is required'],
    [{ content: ' ' }, 'Post content is required'],
    [{ content: 'x', type: 'poll' }, 'Poll must have at least 2 options'],
    [{ content: 'x', type: 'poll', poll_options: ['a', '  '] }, 'Poll must have at least 2 options'],
    [{ content: 'x', type: 'poll', poll_options: [...'abcdefg'] }, 'A poll can have up to 6 options'],
  ]
  for (const [body, error] of refusals)
    expect(await create(ada, id, body)).toMatchObject({ status: 400, body: { error } })
  const poll = await create(ada, id, { content: 'x', type: 'poll', poll_options: [{ text: 'a' }, 'b', ''] })
  expect(poll.body).toMatchObject({ message: 'Post created successfully!' })
  expect(poll.body.data).toMatchObject({
    poll_options: [
      { text: 'a', votes: 0 },
      { text: 'b', votes: 0 },
    ],
    user_vote: null,
  })
  const pictures = await Promise.all(
    Array.from({ length: 7 }, (_, index) => makeUpload(app, ada, { type: 'group_post', width: 40 + index })),
  )
  const images = pictures.map(({ url }) => url)
  const shown = (await create(ada, id, { content: 'Seven', images })).body.data
  expect(shown).toMatchObject({ type: 'image', images })
  expect(shown.media.map(({ url }) => url)).toEqual(images)
  const theirs = await makeUpload(app, grace, { type: 'group_post' })
  expect((await create(ada, id, { content: 'No', images: [theirs.url] })).status).toBe(400)
})

test('lets only admins pin and announce, and only the author edit the text', async () => {
  const group = await makeGroup(app, ada, { members: [grace] })
  for (const body of [{ type: 'announcement' }, { is_announcement: true }, { is_pinned: true }])
    expect((await create(grace, group.id, { content: 'Hear', ...body })).status).toBe(403)
  const older = await makeGroupPost(app, grace, group, { content: 'First', visibility: 'members_only' })
  const newer = await makeGroupPost(app, ada, group, { content: 'Second', type: 'announcement' })
  expect(newer).toMatchObject({ is_announcement: true, is_pinned: false })
  const change = (who: TestUser, post: GroupPost, body: object) =>
    as(app, who)(groupPosts.update, { ...of(post), body })
  expect((await change(ada, older, { is_pinned: true })).body.data).toMatchObject({ is_pinned: true, edited_at: null })
  expect((await change(ada, older, { content: 'Mine now' })).status).toBe(403)
  expect((await change(grace, older, { is_pinned: false })).status).toBe(403)
  const changed = (await change(grace, older, { content: 'First, again' })).body.data
  expect(changed).toMatchObject({ content: 'First, again', visibility: 'members_only', is_pinned: true })
  const { body } = await as(app, grace)(groupPosts.list, { params: { gid: group.id } })
  expect(body.data.map(({ id }) => id)).toEqual([older.id, newer.id])
})

test('returns pages without gaps while posts are created, pinned posts first', async () => {
  const group = await makeGroup(app, ada)
  const posts: GroupPost[] = []
  for (let at = 0; at < 5; at++) posts.unshift(await makeGroupPost(app, ada, group, { content: `Post ${at}` }))
  const pinned = await makeGroupPost(app, ada, group, { is_pinned: true })
  const page = (query: Record<string, string | number>) =>
    as(app, ada)(groupPosts.list, { params: { gid: group.id }, query: { limit: 2, ...query } })
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await page(cursor ? { cursor } : {})
    seen.push(...body.data.map(({ id }) => id))
    cursor = body.pagination.cursor
    if (seen.length === 2) await makeGroupPost(app, ada, group, { content: 'Meanwhile' })
  }
  expect(seen).toEqual([pinned.id, ...posts.map(({ id }) => id)])
  expect((await page({ cursor: 'nonsense' })).body.data[0]?.id).toBe(pinned.id)
})

test('counts one vote per member when 200 votes change concurrently', async () => {
  const voters = await Promise.all(Array.from({ length: 20 }, () => makeUser(app, { school })))
  const group = await makeGroup(app, ada)
  for (const person of voters) await as(app, person)(groups.join, { params: { id: group.id }, body: {} })
  const poll = await makePoll(app, ada, group, ['Tea', 'Coffee', 'Water'])
  const ballots = Array.from({ length: 200 }, (_, index) => vote(voters[index % 20] ?? ada, poll, (index * 7) % 3))
  expect((await Promise.all(ballots)).every(({ status }) => status === 200)).toBe(true)
  const { poll_options } = (await as(app, ada)(groupPosts.show, of(poll))).body.data
  expect(poll_options.reduce((sum, { votes }) => sum + votes, 0)).toBe(20)
  const rows = await app.db.selectFrom('poll_votes').where('post_id', '=', poll.id).select('position').execute()
  expect(poll_options.map(({ votes }) => votes)).toEqual(
    [0, 1, 2].map((position) => rows.filter((row) => row.position === position).length),
  )
  const again = await vote(ada, poll, 2)
  expect(again.body.data).toMatchObject({ user_vote: 2 })
  const [, , before] = again.body.data.poll_options
  expect((await vote(ada, poll, 2)).body.data.poll_options[2]).toEqual(before)
  expect((await vote(ada, poll, 3)).status).toBe(400)
  expect((await vote(alan, poll, 0)).status).toBe(403)
  expect((await vote(ada, await makeGroupPost(app, ada, group), 0)).status).toBe(400)
})

test('counts concurrent likes of a group post exactly', async () => {
  const group = await makeGroup(app, ada)
  const post = await makeGroupPost(app, ada, group)
  const crowd = await Promise.all(Array.from({ length: 30 }, () => makeUser(app, { school })))
  await Promise.all(
    crowd.flatMap((person) => [as(app, person)(groupPosts.like, of(post)), as(app, person)(groupPosts.like, of(post))]),
  )
  await Promise.all(crowd.slice(0, 10).map((person) => as(app, person)(groupPosts.unlike, of(post))))
  const { likes_count, liked_by_user } = (await as(app, crowd[20] ?? ada)(groupPosts.show, of(post))).body.data
  expect({ likes_count, liked_by_user }).toEqual({ likes_count: 20, liked_by_user: true })
})

test('lets the author delete their own comment, an admin any, and other members none', async () => {
  const group = await makeGroup(app, ada, { members: [grace, alan] })
  const post = await makeGroupPost(app, grace, group)
  const [one, two] = [await makeGroupComment(app, alan, post), await makeGroupComment(app, alan, post)]
  const remove = (who: TestUser, { id: cid }: { id: string }) =>
    as(app, who)(groupPosts.removeComment, { params: { ...of(post).params, cid } })
  expect((await remove(grace, one)).status).toBe(403)
  expect((await remove(alan, one)).status).toBe(200)
  expect((await remove(ada, two)).status).toBe(200)
  expect((await as(app, ada)(groupPosts.show, of(post))).body.data.comments_count).toBe(0)
  const blank = { ...of(post), body: { content: ' ' } }
  expect((await as(app, alan)(groupPosts.comment, blank)).status).toBe(400)
})

test('accepts reports of a group comment on the comment route, from users who can see it', async () => {
  const group = await makeGroup(app, ada, { type: 'private', members: [grace, alan] })
  const post = await makeGroupPost(app, grace, group)
  const comment = await makeGroupComment(app, alan, post)
  const report = (who: TestUser) =>
    as(app, who)(comments.report, { params: { id: comment.id }, body: { reason: 'spam', description: '' } })
  const outsider = await makeUser(app, { school })
  expect((await report(outsider)).status).toBe(404)
  expect((await report(grace)).status).toBe(201)
  expect((await report(alan)).status).toBe(403) // the viewer's own comment
  const reported = await app.db
    .selectFrom('reports')
    .where('school_id', '=', school.id)
    .where('content_id', '=', comment.id)
    .select('kind')
    .execute()
  expect(reported).toEqual([{ kind: 'group_comment' }])
})

test('stops events of the group’s chat and posts for a removed member immediately', async () => {
  const group = await makeGroup(app, ada, { type: 'private', members: [grace] })
  const poll = await makePoll(app, ada, group)
  const opened = await as(app, grace)(groups.conversation, { params: { id: group.id } })
  const id = opened.body.conversation_id
  expect((await as(app, ada)(groups.openConversation, { params: { id: group.id } })).body.conversation_id).toBe(id)
  const [hers, theirs] = [
    await openStream(app, ada, { posts: [poll.id] }),
    await openStream(app, grace, { posts: [poll.id] }),
  ]
  const say = (who: TestUser) => as(app, who)(messages.send, { params: { id }, body: { content: 'Hello' } })
  await vote(grace, poll, 1)
  expect((await theirs.next('post.voted')).body).toMatchObject({
    post_id: poll.id,
    poll_options: [{ votes: 0 }, { votes: 1 }],
  })
  await say(ada)
  await theirs.next('message.created')
  const before = theirs.heard.length
  await as(app, ada)(groups.removeMember, { params: { id: group.id, uid: grace.id } })
  await vote(ada, poll, 0)
  await as(app, ada)(groupPosts.like, of(poll))
  await say(ada)
  await hers.next('post.liked')
  await hers.next('message.created')
  expect(theirs.heard).toHaveLength(before)
  expect((await say(grace)).status).toBe(404)
  expect((await vote(grace, poll, 0)).status).toBe(403)
  await as(app, ada)(groups.invite, { params: { id: group.id }, body: { user_id: grace.id } })
  await as(app, grace)(groups.join, { params: { id: group.id }, body: {} })
  expect((await say(grace)).status).toBe(201)
  for (const stream of [hers, theirs]) stream.close()
})

test('publishes to users outside a public group the counts of only those posts that they can see', async () => {
  const group = await makeGroup(app, ada, { members: [grace] })
  const [open, inner] = [
    await makeGroupPost(app, ada, group),
    await makeGroupPost(app, ada, group, { visibility: 'members_only' }),
  ]
  const stream = await openStream(app, alan, { posts: [open.id, inner.id] })
  await as(app, grace)(groupPosts.like, of(inner))
  await as(app, grace)(groupPosts.like, of(open))
  expect((await stream.next('post.liked')).body).toMatchObject({ post_id: open.id })
  expect(stream.heard.filter(({ name }) => name === 'post.liked')).toHaveLength(1)
  stream.close()
})

test('lists the latest visible post of each group of the viewer that is not muted, the newest first', async () => {
  const [reader, writer, outsider] = await Promise.all(
    ['Ruth', 'Walt', 'Olga'].map((name) => makeUser(app, { school, name })),
  )
  if (!reader || !writer || !outsider) throw new Error('No users')
  const latest = async (who: TestUser) =>
    (await as(app, who)(groupPosts.latest)).body.data.map(({ group, author_name, text }) => [
      group.name,
      author_name,
      text,
    ])
  const chess = await makeGroup(app, writer, { name: 'Chess', members: [reader] })
  const tea = await makeGroup(app, writer, { name: 'Tea', type: 'private', members: [reader] })
  await makeGroupPost(app, writer, tea, { content: 'Oolong' })
  await makeGroupPost(app, writer, chess, { content: 'Pawns' })
  await makeGroupPost(app, writer, chess, { content: 'Knights' })
  await makeGroupPost(app, writer, chess, { content: 'For admins', visibility: 'admins_only' })
  expect(await latest(reader)).toEqual([
    ['Chess', 'Walt', 'Knights'],
    ['Tea', 'Walt', 'Oolong'],
  ])
  expect((await latest(writer))[0]).toEqual(['Chess', 'Walt', 'For admins'])
  expect(await latest(outsider)).toEqual([])
  await as(app, reader)(groups.mute, { params: { id: chess.id }, body: { muted: true } })
  expect(await latest(reader)).toEqual([['Tea', 'Walt', 'Oolong']])
  await as(app, reader)(friends.block, { params: { id: writer.id } })
  expect(await latest(reader)).toEqual([])
})
