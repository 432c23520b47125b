// Who sees a post of a group: viewer × type of group × audience × way of reading, all decided by can_view_group_post.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '../../../app/contract.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeGroup, makeGroupPost, makeMember } from '../../../testing/factories/groups.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { groups, groupTypes } from '../../groups/contract.ts'
import { groupPosts, visibilities } from '../contract.ts'
import { loadPollCounts } from './queries.ts'

const { app, school } = await campus()

const readers = {
  public: {
    group: ['outsider', 'member', 'author', 'admin'],
    members_only: ['member', 'author', 'admin'],
    admins_only: ['author', 'admin'],
  },
  private: {
    group: ['member', 'author', 'admin'],
    members_only: ['member', 'author', 'admin'],
    admins_only: ['author', 'admin'],
  },
}

test.each(groupTypes.flatMap((type) => visibilities.map((visibility) => ({ type, visibility }))))(
  'shows a post of a $type group for $visibility to the same users in every way of reading',
  async ({ type, visibility }) => {
    const make = (name: string) => makeUser(app, { school, name })
    const [outsider, member, author, admin, founder] = await Promise.all([
      make('Outsider'),
      make('Member'),
      make('Author'),
      make('Admin'),
      make('Founder'),
    ])
    const group = await makeGroup(app, founder, { type, members: [author, member] })
    await makeMember(app, founder, group, admin)
    await as(app, founder)(groups.changeRole, { params: { id: group.id, uid: admin.id }, body: { role: 'admin' } })
    const image = await makeUpload(app, author, { type: 'group_post' })
    const { id: pid } = await makeGroupPost(app, author, group, { visibility, images: [image.url] })
    const params = { gid: group.id, pid }
    const viewers: Record<string, TestUser> = { outsider, member, author, admin }
    for (const [name, viewer] of Object.entries(viewers)) {
      const content = `Hello @${viewer.name}`
      await as(app, founder)(groupPosts.comment, { params, body: { content, mentions: [viewer.id] } })
      const call = as(app, viewer)
      const list = await call(groupPosts.list, { params: { gid: group.id }, query: {} })
      const bell = await call(api.notifications.list, { query: {} })
      const [live] = await loadPollCounts(app.db, { school: school.id, id: pid })
      const file = image.url.split('/').at(-1) ?? ''
      const seen = readers[type][visibility].includes(name)
      expect(
        {
          list: list.status === 200 && list.body.data.some(({ id }) => id === pid),
          show: (await call(groupPosts.show, { params })).status === 200,
          comments: (await call(groupPosts.comments, { params, query: {} })).status === 200,
          comment: (await call(groupPosts.comment, { params, body: { content: 'Hi' } })).status === 201,
          like: (await call(groupPosts.like, { params })).status === 200,
          media: (await call(api.media.file, { params: { file } })).status === 200,
          notification: JSON.stringify(bell.body.data).includes(pid),
          live: live?.shown_to == null || live.shown_to.includes(viewer.id),
        },
        name,
      ).toEqual({
        list: seen,
        show: seen,
        comments: seen,
        comment: seen,
        like: seen,
        media: seen,
        notification: seen,
        live: seen,
      })
    }
  },
)

test('inlines the rule for a group post into the query that lists posts', async () => {
  const { rows } = await sql<Record<string, string>>`explain (verbose, costs off)
    select posts.id from posts join groups on groups.school_id = posts.school_id and groups.id = posts.group_id
    left join group_members as mine on mine.school_id = groups.school_id and mine.group_id = groups.id
    where can_view_group_post(groups.type, posts.visibility, mine.role, posts.author_id = ${school.id}::uuid)`.execute(
    app.db,
  )
  const plan = rows.flatMap((row) => Object.values(row)).join('\n')
  expect(plan).toContain('admins_only')
  expect(plan).not.toContain('can_view_group_post')
})
