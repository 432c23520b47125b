// A moderator's note above an item, or a cover over its pictures, instead of its removal.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConfession } from '../../../testing/factories/confessions.ts'
import { findRuleId } from '../../../testing/factories/decisions.ts'
import { makeGroup, makeGroupPost } from '../../../testing/factories/groups.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeComment, makePost, makeReport } from '../../../testing/factories/posts.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { identifyingStrings } from '../../../testing/identifying-strings.ts'
import { appeals } from '../../appeals/contract.ts'
import { confessions } from '../../confessions/contract.ts'
import { groupPosts } from '../../group-posts/contract.ts'
import { cases } from '../../moderation/case-contract.ts'
import { moderation } from '../../moderation/contract.ts'
import { grants } from '../../moderation/grant-contract.ts'
import { notifications } from '../../notifications/contract.ts'
import { comments, posts } from '../../posts/contract.ts'
import { decisions } from '../contract.ts'

const { app, school, ada, grace, dean, colleague, head } = await campus({
  perTest: true,
  people: {
    ada: { name: 'Ada Castellan' },
    grace: { name: 'Grace Mbeki' },
    dean: { role: 'admin', name: 'Dean Okafor' },
    colleague: { role: 'admin' },
  },
  foreign: { people: { head: { role: 'admin' } } },
})

const facts = 'It describes an accident in detail.'
type LabelBody = { type?: string; note?: string; sensitive?: boolean; facts?: string }
const label = async (person: TestUser, id: string, body: LabelBody = { note: 'accident' }) =>
  as(app, person)(decisions.label, {
    params: { id },
    body: { type: 'post', rule_id: await findRuleId(app, school.id), facts, ...body },
  })
const showPost = async (person: TestUser, id: string) =>
  (await as(app, person)(posts.show, { params: { id } })).body.data
const ownDecision = async (person: TestUser) => (await as(app, person)(decisions.list)).body.data[0]

test('a label puts a note above a post, tells its author why, and can be appealed', async () => {
  const post = await makePost(app, ada, { media: [await makeUpload(app, ada)] })
  const { status, body } = await label(dean, post.id, { note: 'accident', sensitive: true })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ action_type: 'label', scope: 'item', item: 'post', facts })
  expect(await showPost(grace, post.id)).toMatchObject({ note: 'accident', sensitive: true, content: post.content })
  const decision = await ownDecision(ada)
  expect(decision).toMatchObject({ id: body.data.id, action_type: 'label', can: { appeal: true } })
  const shown = (await as(app, ada)(decisions.show, { params: { id: body.data.id } })).body.data
  expect(shown).toMatchObject({ label: { note: 'accident', sensitive: true }, snapshot: post.content })
  const [notice] = (await as(app, ada)(notifications.list)).body.data
  expect(notice).toMatchObject({ link: `/decisions/${body.data.id}`, sentence: 'A moderator labelled your post' })

  const ask = { params: { id: body.data.id }, body: { text: 'It was a film.' } }
  const appeal = (await as(app, ada)(appeals.create, ask)).body.data.id
  await as(app, colleague)(appeals.claim, { params: { id: appeal } })
  const changed = { outcome: 'changed', reason: 'No.', change: { type: 'warn' } } as const
  expect((await as(app, colleague)(appeals.decide, { params: { id: appeal }, body: changed })).status).toBe(400)
  const outcome = { outcome: 'overturned', reason: 'Right.', change: null } as const
  expect((await as(app, colleague)(appeals.decide, { params: { id: appeal }, body: outcome })).status).toBe(200)
  const after = await showPost(grace, post.id)
  expect(after).not.toHaveProperty('note')
  expect(after).not.toHaveProperty('sensitive')
})

test('a reversal returns the note of the author, who cannot change a moderator’s', async () => {
  const post = await makePost(app, ada)
  await as(app, ada)(posts.setNote, { params: { id: post.id }, body: { note: 'exams', sensitive: false } })
  const id = (await label(dean, post.id)).body.data.id
  const change = await as(app, ada)(posts.setNote, { params: { id: post.id }, body: { note: null } })
  expect([change.status, change.body.error]).toEqual([403, 'A moderator added this note, so you can’t change it.'])
  await as(app, ada)(posts.update, { params: { id: post.id }, body: { content: 'Edited', note: null } as never })
  expect(await showPost(grace, post.id)).toMatchObject({ note: 'accident' })
  const ask = { body: { moderationId: id, reason: 'A mistake' } }
  expect((await as(app, dean)(moderation.reverse, ask)).status).toBe(200)
  expect((await as(app, dean)(moderation.reverse, ask)).status).toBe(409)
  expect(await showPost(grace, post.id)).toMatchObject({ note: 'exams' })
  expect((await as(app, ada)(posts.setNote, { params: { id: post.id }, body: { note: 'food' } })).status).toBe(200)
  expect(await showPost(grace, post.id)).toMatchObject({ note: 'food' })
})

test('an edit of an anonymous post that was written before the label leaves it as it is', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  await label(dean, post.id)
  await sql`update posts set content = 'Edited', note = null where school_id = ${school.id} and id = ${post.id}`.execute(
    app.db,
  )
  expect(await showPost(grace, post.id)).toMatchObject({ content: 'Edited', note: 'accident' })
})

test('the author of an anonymous item is informed without being named', async () => {
  const { id } = await makeConfession(app, ada)
  const reply = await label(dean, id, { type: 'confession', note: 'food' })
  expect(reply.status).toBe(201)
  expect((await as(app, grace)(confessions.list)).body.data).toMatchObject([{ id, note: 'food' }])
  expect(await ownDecision(ada)).toMatchObject({ id: reply.body.data.id, item: 'confession' })
  expect(await ownDecision(grace)).toBeUndefined()
  const rows = [
    await app.db.selectFrom('moderation_actions').where('school_id', '=', school.id).selectAll().execute(),
    await app.db.selectFrom('audit_log').where('school_id', '=', school.id).selectAll().execute(),
  ]
  for (const text of identifyingStrings(ada)) expect(JSON.stringify([reply.body, rows])).not.toContain(text)
})

test('comments and group posts can be labelled, other items can not', async () => {
  const post = await makePost(app, ada)
  const comment = await makeComment(app, ada, post)
  expect((await label(dean, comment.id, { type: 'comment', note: 'food' })).status).toBe(201)
  expect((await as(app, grace)(comments.list, { params: { id: post.id } })).body.data).toMatchObject([{ note: 'food' }])
  const group = await makeGroup(app, ada)
  const inGroup = await makeGroupPost(app, ada, group)
  expect((await label(dean, inGroup.id, { type: 'group_post', note: 'food' })).status).toBe(201)
  const params = { gid: group.id, pid: inGroup.id }
  expect((await as(app, ada)(groupPosts.show, { params })).body.data).toMatchObject({ note: 'food' })
  expect((await as(app, ada)(groupPosts.setNote, { params, body: { note: null } })).status).toBe(403)
  expect((await label(dean, inGroup.id, { type: 'post', note: 'food' })).status, 'of another type').toBe(404)
  expect((await label(dean, ada.id, { type: 'user', note: 'food' })).status).toBe(409)
})

test('a label needs a note or a cover, a rule and facts; another school finds nothing', async () => {
  const post = await makePost(app, ada)
  expect((await label(dean, post.id, {})).body).toMatchObject({
    fields: { note: 'Write a note, or cover the pictures' },
  })
  expect((await label(dean, post.id, { note: 'x'.repeat(101) })).status).toBe(400)
  expect((await label(dean, post.id, { note: 'x', facts: 'short' })).status).toBe(400)
  expect((await label(head, post.id)).status).toBe(404)
  expect((await label(grace, post.id)).status).toBe(403)
  const until = Math.floor(Date.now() / 1000) + 86_400
  await as(app, dean)(grants.set, { params: { id: grace.id }, body: { grants: ['content'], until } })
  const covered = await label(grace, post.id, { sensitive: true })
  expect([covered.status, covered.body.data.scope]).toEqual([201, 'pictures'])
})

test('of labels and removals at the same time each item has one label at most', async () => {
  for (const _ of [1, 2, 3]) {
    const post = await makePost(app, ada)
    const rule_id = await findRuleId(app, school.id)
    const [removal, ...labels] = await Promise.all([
      as(app, dean)(decisions.withhold, { params: { id: post.id }, body: { type: 'post', rule_id, facts } }),
      ...[dean, colleague, dean, colleague].map((person, index) => label(person, post.id, { note: `note ${index}` })),
    ])
    expect(removal?.status).toBe(201)
    expect(labels.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
    for (const { status } of labels) expect([201, 404, 409]).toContain(status)
    const { rows } = await sql<{ count: number }>`select count(*)::int from moderation_actions
      where school_id = ${school.id} and item_id = ${post.id} and action_type = 'label'`.execute(app.db)
    expect(rows[0]?.count).toBe(labels.filter(({ status }) => status === 201).length)
  }
})

test('a label settles a case with its reports, also for a sealed author', async () => {
  for (const anonymous of [false, true]) {
    const post = await makePost(app, ada, { anonymous })
    await makeReport(app, grace, post)
    const [found] = (await as(app, dean)(cases.list)).body.data.cases
    const action = { type: 'label', note: 'food', rule_id: await findRuleId(app, school.id), facts }
    const body = { version: found?.version ?? 0, outcome: 'resolved', action }
    const settled = await as(app, dean)(cases.settle, { params: { id: found?.id ?? '' }, body: body as never })
    expect([settled.status, settled.body.updated]).toEqual([200, 1])
    expect(await showPost(grace, post.id)).toMatchObject({ note: 'food' })
    expect((await as(app, dean)(cases.list)).body.data.cases).toEqual([])
  }
})
