import { expect, test } from 'vitest'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAnswer, makeAssignment } from '../../../testing/factories/assignments.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { deleteUser, makeBlock, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { answers, assignments } from '../contract.ts'
import { loadAssignments } from './load.ts'

const { app, school, ada, grace } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})

const valid = { title: 'Chain rule', description: 'What is $f(g(x))$?', subject: 'Mathematics' }
const ask = (body: object, person = ada) => as(app, person)(assignments.create, { body })
const list = async (person: TestUser, query: Record<string, string | number> = {}) =>
  (await as(app, person)(assignments.list, { query })).body
const titles = async (person: TestUser, query = {}) => (await list(person, query)).data.map(({ title }) => title)
const show = (person: TestUser, id: string) => as(app, person)(assignments.show, { params: { id } })
const pictures = (count: number, type: 'assignment' | 'answer' = 'assignment') =>
  Promise.all(Array.from({ length: count }, (_, index) => makeUpload(app, ada, { type, width: 20 + index })))

test('creates a question with all fields and lets its author update it', async () => {
  const media = await pictures(2)
  const images = media.map(({ url }) => url)
  const more = { course: 'MATH 101', priority: 'high', tags: ['calculus', 'calculus', 'exam'], images }
  const { status, body } = await ask({ ...valid, ...more, due_date: 2_000_000_000 })
  expect(status).toBe(201)
  expect(body.data).toEqual({
    id: expect.any(String),
    ...valid,
    ...more,
    tags: ['calculus', 'exam'],
    media,
    solved: false,
    best_answer_id: null,
    due_date: 2_000_000_000,
    answers_count: 0,
    author_id: ada.id,
    author: { id: ada.id, name: 'Ada', avatar_url: null, avatar: null },
    created_at: expect.any(Number),
    edited_at: null,
    can: { edit: true, delete: true, report: false },
  })
  expect((await show(grace, body.data.id)).body.data.can).toEqual({ edit: false, delete: false, report: true })
})

test('accepts ISO 8601 due dates with and without a time', async () => {
  const createWithDueDate = async (due_date: unknown) => (await ask({ ...valid, due_date })).body.data.due_date
  expect(await createWithDueDate('2033-05-18')).toBe(1_999_987_200)
  expect(await createWithDueDate('2033-05-18T03:33:20Z')).toBe(2_000_000_000)
  expect(await createWithDueDate(null)).toBe(null)
})

test.each([
  ['no title', { title: ' ' }, 'Title is required'],
  ['no description', { description: undefined }, 'Describe the problem'],
  ['no subject', { subject: undefined }, 'Subject is required'],
  ['an unknown subject', { subject: 'Alchemy' }, 'Subject is required'],
  ['a long title', { title: 'x'.repeat(201) }, 'Keep this within 200 characters'],
  ['an urgent priority', { priority: 'urgent' }, 'Priority must be one of: low, medium, high'],
  ['eleven tags', { tags: Array.from({ length: 11 }, (_, index) => `t${index}`) }, 'Add up to 10 tags'],
  ['an invalid date', { due_date: 'tomorrow' }, 'Enter a valid due date'],
  ['six images', { images: Array.from({ length: 6 }, (_, index) => `/media/${index}`) }, 'Add up to 5 photos'],
  ['an external URL', { images: ['https://x.example/a.png'] }, 'You can only attach files you uploaded.'],
])('rejects a question with %s and stores nothing', async (_what, wrong, error) => {
  const { status, body } = await ask({ ...valid, ...wrong })
  expect([status, body.error]).toEqual([400, error])
  expect((await list(ada)).data).toEqual([])
})

test('accepts five images and rejects an image of more than 1 MB or of another user', async () => {
  const images = (await pictures(5)).map(({ url }) => url)
  expect((await ask({ ...valid, images })).status).toBe(201)
  const theirs = await makeUpload(app, grace, { type: 'assignment' })
  expect((await ask({ ...valid, images: [theirs.url] })).status).toBe(400)
  const large = Buffer.alloc(1024 * 1024 + 1)
  await expect(makeUpload(app, ada, { type: 'assignment', file: large })).rejects.toThrow('413')
})

test('keeps absent fields and images in an update', async () => {
  const [one, two] = (await pictures(2)).map(({ url }) => url)
  const more = { course: 'MATH 101', priority: 'low', tags: ['exam'], images: [one], due_date: 2_000_000_000 }
  const { id } = (await ask({ ...valid, ...more })).body.data
  const change = (body: object, person = ada) => as(app, person)(assignments.update, { params: { id }, body })
  const { body } = await change({ ...valid, title: 'Product rule', images: [] })
  expect(body.data).toMatchObject({ ...valid, ...more, title: 'Product rule', edited_at: expect.any(Number) })
  expect((await change({ ...valid, images: [two], due_date: null, course: '' })).body.data).toMatchObject({
    images: [two],
    due_date: null,
    course: null,
  })
  expect((await app.http.inject({ url: one ?? '', headers: { cookie: ada.cookie } })).statusCode).toBe(404)
  expect((await change({ ...valid, title: '' })).status).toBe(400)
  expect((await change(valid, grace)).status).toBe(403)
})

test('lets only the author mark a question complete or incomplete and delete it', async () => {
  const { id } = await makeAssignment(app, ada)
  const act = (route: 'complete' | 'incomplete' | 'remove', person = ada) =>
    as(app, person)(assignments[route], { params: { id } })
  for (const route of ['complete', 'incomplete', 'remove'] as const) expect((await act(route, grace)).status).toBe(403)
  expect((await act('complete')).body).toMatchObject({ data: { solved: true } })
  expect((await act('incomplete')).body).toMatchObject({ data: { solved: false, best_answer_id: null } })
  const answer = await makeAnswer(app, grace, { id })
  expect((await act('remove')).status).toBe(200)
  expect((await show(ada, id)).status).toBe(404)
  const late = { content: 'A bit late, but here it is.' }
  expect((await as(app, grace)(answers.create, { params: { id }, body: late })).status).toBe(404)
  expect((await as(app, ada)(answers.helpful, { params: { id: answer.id } })).status).toBe(404)
})

test('combines filters, subject and search', async () => {
  await makeAssignment(app, ada, { title: 'Open', description: 'About 100% of it', tags: ['eigenvalue'] })
  const done = await makeAssignment(app, ada, { title: 'Done', subject: 'Physics', course: 'PHYS 7' })
  await as(app, ada)(assignments.complete, { params: { id: done.id } })
  const theirs = await makeAssignment(app, grace, { title: 'Hers' })
  await makeAnswer(app, ada, theirs)
  expect(await titles(ada)).toEqual(['Hers', 'Done', 'Open'])
  expect(await titles(ada, { filter: 'unsolved' })).toEqual(['Hers', 'Open'])
  expect(await titles(ada, { filter: 'solved' })).toEqual(['Done'])
  expect(await titles(ada, { filter: 'my-questions' })).toEqual(['Done', 'Open'])
  expect(await titles(ada, { filter: 'my-answers' })).toEqual(['Hers'])
  expect(await titles(ada, { subject: 'Physics' })).toEqual(['Done'])
  expect(await titles(ada, { subject: 'Physics', filter: 'unsolved' })).toEqual([])
  expect(await titles(ada, { search: 'phys 7' })).toEqual(['Done'])
  expect(await titles(ada, { search: 'EIGEN' })).toEqual(['Open'])
  expect(await titles(ada, { search: '100%' })).toEqual(['Open'])
  expect(await titles(ada, { search: '_%_' })).toEqual([])
  expect(await titles(ada, { filter: 'nonsense', sort: 'nonsense', subject: 'nonsense' })).toHaveLength(3)
})

test('sorts and pages the list by the requested order', async () => {
  const soon = Math.floor(Date.now() / 1000) + 3600
  const first = await makeAssignment(app, ada, { title: 'First', due_date: soon + 3600 })
  await makeAssignment(app, ada, { title: 'Past', due_date: 1_000_000_000 })
  await makeAssignment(app, ada, { title: 'Soon', due_date: soon })
  await makeAssignment(app, ada, { title: 'Open end' })
  await makeAnswer(app, grace, first)
  const inOrder = {
    newest: ['Open end', 'Soon', 'Past', 'First'],
    oldest: ['First', 'Past', 'Soon', 'Open end'],
    'most-answers': ['First', 'Open end', 'Soon', 'Past'],
    'due-soon': ['Soon', 'First', 'Open end', 'Past'],
  }
  for (const [sort, expected] of Object.entries(inOrder)) {
    expect(await titles(grace, { sort }), sort).toEqual(expected)
    const pages = await Promise.all([1, 2].map((page) => list(grace, { sort, page, limit: 2 })))
    expect(
      pages.flatMap(({ data }) => data.map(({ title }) => title)),
      sort,
    ).toEqual(expected)
    expect(pages.map(({ pagination }) => pagination.hasMore)).toEqual([true, false])
  }
})

test('hides questions of blocked users, deleted accounts and other schools in the list, by id and as similar ones', async () => {
  const { id } = await makeAssignment(app, ada, { title: 'Integration by parts' })
  const similar = async (person: TestUser) =>
    (await as(app, person)(assignments.similar, { query: { title: 'Integrating by parts' } })).body.data.length
  const sees = async (person: TestUser) => [
    (await titles(person)).length,
    (await show(person, id)).status,
    await similar(person),
    (await loadAssignments(app.db, { ...person, sessionId: '', role: 'student', canManageAds: false }, [id])).length,
  ]
  expect(await sees(grace)).toEqual([1, 200, 1, 1])
  expect(await sees(await makeUser(app, { school: await makeSchool(app) }))).toEqual([0, 404, 0, 0])
  await makeBlock(app, grace, ada)
  expect(await sees(grace)).toEqual([0, 404, 0, 0])
  const alan = await makeUser(app, { school })
  await makeBlock(app, ada, alan)
  expect(await sees(alan)).toEqual([0, 404, 0, 0])
  const mary = await makeUser(app, { school })
  await deleteUser(app, ada)
  expect(await sees(mary)).toEqual([0, 404, 0, 0])
})

test('finds similar questions by words and spelling, most similar first', async () => {
  const titles = ['Solving quadratic equations', 'Quadratic equations by factoring', 'A chemical equation', 'Quicksort']
  for (const title of titles) await makeAssignment(app, ada, { title, description: 'Please explain.' })
  const like = async (title: string) =>
    (await as(app, grace)(assignments.similar, { query: { title } })).body.data.map((question) => question.title)
  expect(await like('How do I solve a quadratic equation?')).toEqual([
    'Solving quadratic equations',
    'Quadratic equations by factoring',
  ])
  expect(await like('quiksort')).toEqual(['Quicksort'])
  expect(await like('the of and')).toEqual([])
  expect(await like('Qu')).toEqual([])
  expect(await like("'); drop table | & ! <-> assignments:*")).toEqual([])
})

test('loads questions in the order of the given ids and omits unavailable ones', async () => {
  const [one, two] = [await makeAssignment(app, ada), await makeAssignment(app, grace)]
  const viewer = { ...ada, role: 'student', canManageAds: false, sessionId: '' } satisfies Viewer
  const shown = await loadAssignments(app.db, viewer, [two.id, ada.id, one.id])
  expect(shown.map(({ id }) => id)).toEqual([two.id, one.id])
  expect(await loadAssignments(app.db, viewer, [])).toEqual([])
})

test('suggests up to three open questions of others in subjects that the viewer has answered', async () => {
  const answerable = async (person: TestUser) =>
    (await as(app, person)(assignments.answerable)).body.data.map(({ title }) => title)
  const alan = await makeUser(app, { school, name: 'Alan' })
  await makeAssignment(app, ada, { title: 'Earlier' })
  expect(await answerable(grace), 'a user without answers has no subjects').toEqual([])

  const answered = await makeAssignment(app, ada, { title: 'Answered' })
  await makeAnswer(app, grace, answered)
  await makeAssignment(app, grace, { title: 'Own' })
  await makeAssignment(app, ada, { title: 'Other subject', subject: 'History' })
  const solved = await makeAssignment(app, ada, { title: 'Solved' })
  await as(app, ada)(assignments.complete, { params: { id: solved.id } })
  await makeAssignment(app, alan, { title: 'Blocked' })
  await makeBlock(app, alan, grace)
  expect(await answerable(grace)).toEqual(['Earlier'])
  for (const title of ['Second', 'Third', 'Fourth']) await makeAssignment(app, ada, { title })
  expect(await answerable(grace)).toEqual(['Fourth', 'Third', 'Second'])
  const elsewhere = await makeSchool(app)
  expect(await answerable(await makeUser(app, { school: elsewhere }))).toEqual([])
})
