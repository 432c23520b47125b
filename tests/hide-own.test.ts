// A session that hides what its user wrote anonymously: every reply is that of another user.
import { expect, test } from 'vitest'
import { confessions } from '../src/features/confessions/contract.ts'
import { decisions } from '../src/features/decisions/contract.ts'
import { moderation } from '../src/features/moderation/contract.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import { session } from '../src/features/session/contract.ts'
import { createSession } from '../src/shared/server/auth/session.ts'
import { sessionCookieName } from '../src/shared/server/auth/session-cookie.ts'
import { as, testConfig } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { findRuleId } from '../src/testing/factories/decisions.ts'
import { makePost, makeReport } from '../src/testing/factories/posts.ts'
import { makeProfessor, sampleRating } from '../src/testing/factories/professors.ts'

const plan = {
  perTest: true,
  people: { dean: { role: 'admin' }, ada: { name: 'Ada' }, grace: { name: 'Grace' } },
} as const
const { app, school, dean, ada, grace } = await campus(plan)

const hide = (person = ada) => as(app, person)(session.hideOwn, { body: { hidden: true } })

/** The same person on another device. */
const signInAgain = async () => {
  const token = await createSession(app.db, ada, { userAgent: undefined, ip: undefined })
  return { ...ada, cookie: `${sessionCookieName(app.config.secure)}=${token}` }
}

test('hidden items of every kind look like those of others, without the rights of their author', async () => {
  const professor = await makeProfessor(app, grace)
  const post = await makePost(app, ada, { anonymous: true })
  await as(app, ada)(comments.create, { body: { post_id: post.id, content: 'More', is_anonymous: true } })
  const confessed = { body: { content: 'I have never read the book', category: 'general' } } as const
  await as(app, ada)(confessions.create, confessed)
  await as(app, ada)(ratings.create, { params: { id: professor.id }, body: { ...sampleRating, anonymous: true } })
  const readAll = async (person: typeof ada) => [
    (await as(app, person)(posts.feed)).body.data,
    (await as(app, person)(posts.show, { params: { id: post.id } })).body.data,
    (await as(app, person)(comments.list, { params: { id: post.id } })).body.data,
    (await as(app, person)(confessions.list)).body.data,
    (await as(app, person)(ratings.list, { params: { id: professor.id } })).body.data,
  ]
  expect(await readAll(ada)).not.toEqual(await readAll(grace))
  const before = await signInAgain()
  expect((await hide()).status).toBe(200)
  expect((await as(app, ada)(session.me)).body.hides_own).toBe(true)
  expect(await readAll(ada)).toEqual(await readAll(grace))
  expect((await as(app, ada)(posts.remove, { params: { id: post.id } })).status).toBe(403)
  expect((await as(app, ada)(posts.update, { params: { id: post.id }, body: { content: 'x' } })).status).toBe(403)
  expect(await readAll(before), 'another device').not.toEqual(await readAll(grace))
  expect(await readAll(await signInAgain()), 'after signing in again').not.toEqual(await readAll(grace))
})

test('notices about anonymous items, and decisions about them, are hidden with them', async () => {
  const post = await makePost(app, ada, { anonymous: true, content: 'She lives at 7 Elm Row' })
  await makeReport(app, grace, post)
  const rule_id = await findRuleId(app, school.id)
  const facts = 'It names where another student lives'
  await as(app, dean)(moderation.actSealed, { body: { type: 'warn', kind: 'post', id: post.id, rule_id, facts } })
  const list = async () => (await as(app, ada)(decisions.list)).body.data
  expect(await list()).toHaveLength(1)
  await hide()
  expect(await list()).toEqual([])
  expect((await as(app, ada)(notifications.list)).body.data).toEqual([])
  expect((await as(app, ada)(notifications.count)).body.data).toEqual({ unread: 0 })
})

test('a hidden author comments under the own name and reports the own item, with the answers of others', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  await hide()
  const comment = (person: typeof ada) =>
    as(app, person)(comments.create, { body: { post_id: post.id, content: 'Who wrote this?' } })
  const report = (person: typeof ada) =>
    as(app, person)(posts.report, { params: { id: post.id }, body: { reason: 'spam' } })
  const withoutIds = ({ status, body }: { status: number; body: unknown }, { id, name }: typeof ada) => ({
    status,
    text: JSON.stringify(body)
      .replaceAll(id, 'person')
      .replaceAll(name, 'Name')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
      .replace(/\d{10,}/g, 'time'),
  })
  const answers = async (person: typeof ada) => [
    withoutIds(await comment(person), person),
    withoutIds(await report(person), person),
    withoutIds(await report(person), person), // a second time
  ]
  const own = await answers(ada)
  expect(own.map(({ status }) => status).slice(0, 2)).toEqual([201, 201])
  expect(own).toEqual(await answers(grace))
})

test('a second rating in a hidden session is still ignored, and answered as a first one', async () => {
  const professor = await makeProfessor(app, grace)
  const rate = () =>
    as(app, ada)(ratings.create, { params: { id: professor.id }, body: { ...sampleRating, anonymous: true } })
  await rate()
  await hide()
  expect((await rate()).status).toBe(201)
  const stored = await app.db.selectFrom('ratings').where('school_id', '=', school.id).select('id').execute()
  expect(stored).toHaveLength(1)
})

test('with a delay, an item that waits is not shown to its author', async () => {
  const delayed = await campus({
    ...plan,
    config: { ...testConfig, anonymousDelaySeconds: 120 },
    alone: true,
    perTest: false,
  })
  const post = await makePost(delayed.app, delayed.ada, { anonymous: true })
  const show = () => as(delayed.app, delayed.ada)(posts.show, { params: { id: post.id } })
  expect((await show()).status).toBe(200)
  await as(delayed.app, delayed.ada)(session.hideOwn, { body: { hidden: true } })
  expect((await show()).status).toBe(404)
})
