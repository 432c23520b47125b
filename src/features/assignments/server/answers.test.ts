import { beforeEach, expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAnswer, makeAssignment } from '../../../testing/factories/assignments.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { answers, assignments } from '../contract.ts'

let question: { readonly id: string }

const { app, school, ada, grace } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})
beforeEach(async () => {
  question = await makeAssignment(app, ada)
})

const give = (body: object, person = grace) => as(app, person)(answers.create, { params: { id: question.id }, body })
const list = async (person = ada) => (await as(app, person)(answers.list, { params: { id: question.id } })).body.data
const vote = (person: TestUser, id: string, body: object = {}) =>
  as(app, person)(answers.helpful, { params: { id }, body })
const best = (aid: string, person = ada, id = question.id) => as(app, person)(answers.best, { params: { id, aid } })
const questionNow = async () => (await as(app, ada)(assignments.show, { params: { id: question.id } })).body.data

test('shows an answer to the school and rejects votes and reports by its author', async () => {
  const media = [await makeUpload(app, grace, { type: 'answer' })]
  const images = media.map(({ url }) => url)
  const { status, body } = await give({ content: '  Use **induction**.  ', images })
  expect(status).toBe(201)
  expect(body.data).toEqual({
    id: expect.any(String),
    assignment_id: question.id,
    content: 'Use **induction**.',
    images,
    media,
    author_id: grace.id,
    author: { id: grace.id, name: 'Grace', avatar_url: null, avatar: null },
    created_at: expect.any(Number),
    helpful_votes: 0,
    user_vote: null,
    is_best_answer: false,
    can: { vote: false, report: false, mark_best: false },
  })
  expect((await list())[0]?.can).toEqual({ vote: true, report: true, mark_best: true })
  expect((await questionNow()).answers_count).toBe(1)
  expect((await vote(grace, body.data.id)).body.error).toBe('You can’t vote on your own answer.')
  const report = { params: { id: body.data.id }, body: { reason: 'spam' } }
  expect((await as(app, grace)(answers.report, report)).status).toBe(403)
  expect((await as(app, ada)(answers.report, report)).status).toBe(201)
})

test('accepts an answer of ten characters and rejects one of nine, not counting surrounding whitespace', async () => {
  const short = 'Write at least 10 characters'
  expect((await give({ content: '   123456789   ' })).body).toMatchObject({ error: short, fields: { content: short } })
  expect((await give({ content: ' 1234567890 ' })).status).toBe(201)
  expect((await give({ content: '🙂'.repeat(9) })).status).toBe(400)
  expect((await give({ content: '🙂'.repeat(10) })).status).toBe(201)
  expect((await give({ content: 'x'.repeat(5001) })).status).toBe(400)
  expect((await give({})).body.error).toBe('Write your answer first')
  expect(await list()).toHaveLength(2)
})

test('accepts five images of up to 2 MB and rejects six images or one of 2.1 MB', async () => {
  const upload = (at: number) => makeUpload(app, grace, { type: 'answer', width: 20 + at })
  const images = (await Promise.all([0, 1, 2, 3, 4, 5].map(upload))).map(({ url }) => url)
  expect((await give({ content: 'Here is my working.', images })).body.error).toBe('Add up to 5 photos')
  expect((await give({ content: 'Here is my working.', images: images.slice(1) })).status).toBe(201)
  const large = Buffer.alloc(2.1 * 1024 * 1024)
  await expect(makeUpload(app, grace, { type: 'answer', file: large })).rejects.toThrow('413')
  const other = await makeUpload(app, grace, { type: 'assignment' })
  expect((await give({ content: 'Here is my working.', images: [other.url] })).status).toBe(400)
})

test('creates one answer for a repeated idempotency key', async () => {
  const ask = { params: { id: question.id }, body: { content: 'Use induction.' }, headers: { 'idempotency-key': 'k' } }
  const sent = await Promise.all([1, 2, 3, 4].map(() => as(app, grace)(answers.create, ask)))
  expect(new Set(sent.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await questionNow()).answers_count).toBe(1)
})

test('counts a first vote, changes the count by two for the opposite vote and withdraws a repeated vote', async () => {
  const { id } = await makeAnswer(app, grace, question)
  const voted = async (body: object) => {
    const { helpful_votes, user_vote } = (await vote(ada, id, body)).body.data
    return [helpful_votes, user_vote]
  }
  expect(await voted({})).toEqual([1, true])
  expect(await voted({ is_helpful: false })).toEqual([-1, false])
  expect(await voted({ is_helpful: true })).toEqual([1, true])
  expect(await voted({ is_helpful: true })).toEqual([0, null])
  expect(await voted({ is_helpful: false })).toEqual([-1, false])
  expect(await voted({ is_helpful: false })).toEqual([0, null])
  expect((await vote(ada, id, { is_helpful: 'yes' })).status).toBe(400)
  await vote(ada, id)
  expect((await list())[0]).toMatchObject({ helpful_votes: 1, user_vote: true })
  expect((await list(grace))[0]).toMatchObject({ helpful_votes: 1, user_vote: null })
})

test('sorts the best answer first, then by helpful votes, then the oldest', async () => {
  const made = []
  for (const content of ['The oldest of all', 'The helpful one', 'The best of them', 'The youngest one'])
    made.push(await makeAnswer(app, grace, question, { content }))
  await vote(ada, made[1]?.id ?? '')
  expect((await best(made[2]?.id ?? '')).body.data).toEqual({ best_answer_id: made[2]?.id, solved: true })
  expect((await list()).map(({ content }) => content)).toEqual([
    'The best of them',
    'The helpful one',
    'The oldest of all',
    'The youngest one',
  ])
  expect(await questionNow()).toMatchObject({ solved: true, best_answer_id: made[2]?.id, answers_count: 4 })
})

test('keeps the last best answer that the author of the question marked and none once the question is open again', async () => {
  const [one, two] = [await makeAnswer(app, grace, question), await makeAnswer(app, grace, question)]
  expect((await best(one.id, grace)).status).toBe(403)
  await best(one.id)
  await best(two.id)
  expect((await list()).map(({ id, is_best_answer }) => [id, is_best_answer])).toEqual([
    [two.id, true],
    [one.id, false],
  ])
  await as(app, ada)(assignments.incomplete, { params: { id: question.id } })
  expect((await list()).some(({ is_best_answer }) => is_best_answer)).toBe(false)
  expect(await questionNow()).toMatchObject({ solved: false, best_answer_id: null })
})

test('rejects an answer to another question as the best', async () => {
  const other = await makeAssignment(app, ada)
  const { id } = await makeAnswer(app, grace, other)
  expect((await best(id)).status).toBe(404)
  expect((await questionNow()).solved).toBe(false)
})

test('hides answers by and to users with a block between them and the viewer', async () => {
  const alan = await makeUser(app, { school })
  const { id } = await makeAnswer(app, alan, question)
  await makeBlock(app, alan, grace)
  expect(await list(ada)).toHaveLength(1)
  expect(await list(grace)).toEqual([])
  expect((await vote(grace, id)).status).toBe(404)
  const mary = await makeUser(app, { school })
  await makeBlock(app, ada, mary)
  expect((await as(app, mary)(answers.list, { params: { id: question.id } })).status).toBe(404)
  expect((await vote(mary, id)).status).toBe(404)
})
