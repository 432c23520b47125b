import sharp from 'sharp'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeDepartment, makeProfessor, makeRating, toFormData } from '../../../testing/factories/professors.ts'
import { makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { friends } from '../../people/contract.ts'
import { professors, ratings } from '../contract.ts'

const { app, school, ada } = await campus({ perTest: true, school: { name: 'Northfield' }, people: { ada: {} } })

const list = async (query: Record<string, string | number> = {}, person = ada) =>
  (await as(app, person)(professors.list, { query })).body
const names = async (query = {}, person = ada) => (await list(query, person)).data.map(({ last_name }) => last_name)
const add = (fields: Record<string, string>, avatar?: Buffer, person = ada) =>
  as(app, person)(professors.create, { body: toFormData(fields, avatar) })
const named = (last_name: string, more = {}) => makeProfessor(app, ada, { last_name, ...more })
const people = (count: number) => Promise.all(Array.from({ length: count }, () => makeUser(app, { school })))

test('adds a professor with all fields and returns them', async () => {
  const department = await makeDepartment(app, ada, 'Mathematics')
  const { status, body } = await add({
    department_id: department.id,
    first_name: ' Maria ',
    last_name: 'Agnesi',
    title: 'Dr.',
    email: 'maria@northfield.example',
    website_url: 'agnesi.example.edu/witch',
    office_location: 'Hall 3',
    office_hours: 'Mondays',
    years_teaching: '12',
    bio: 'Curves.',
    specializations: JSON.stringify(['Analysis', ' analysis ', '', 'Curves']),
    courses_taught: JSON.stringify(['MA101 - Calculus', 'Geometry']),
  })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    full_name: 'Maria Agnesi',
    first_name: 'Maria',
    department: { id: department.id, name: 'Mathematics' },
    department_name: 'Mathematics',
    school: 'Northfield',
    school_name: 'Northfield',
    website_url: 'https://agnesi.example.edu/witch',
    years_teaching: 12,
    specializations: ['analysis', 'Curves'],
    courses_taught: ['MA101 - Calculus', 'Geometry'],
    average_rating: null,
    would_take_again_percentage: null,
    total_ratings: 0,
    rating_distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    tags_summary: {},
    recent_ratings: [],
    can: { report: false },
  })
  const params = { id: body.data.id }
  const courses = await as(app, ada)(professors.courses, { params })
  expect(courses.body.data.map(({ code, name }) => [code, name])).toEqual([
    ['MA101', 'Calculus'],
    ['Geometry', ''],
  ])
  const other = await makeUser(app, { school })
  expect((await as(app, other)(professors.show, { params })).body.data.can).toEqual({ report: true })
  const stranger = await makeUser(app, { school: await makeSchool(app) })
  const hidden = await as(app, stranger)(professors.show, { params })
  expect([hidden.status, hidden.body.error]).toEqual([404, 'Professor not found'])
})

const website = 'Please enter a valid website URL (e.g., exeter.edu or https://www.example.edu)'

test.each([
  [{ department_id: '' }, 'Department is required'],
  [{ first_name: ' ' }, 'First name is required'],
  [{ last_name: '' }, 'Last name is required'],
  [{ first_name: 'x'.repeat(101) }, 'Keep this within 100 characters'],
  [{ email: 'maria@' }, 'Invalid email format'],
  [{ email: 'maria at home.edu' }, 'Invalid email format'],
  [{ website_url: 'not a page' }, website],
  [{ website_url: 'javascript:alert(1)' }, website],
  [{ website_url: 'ftp://exeter.edu' }, website],
  [{ years_teaching: '61' }, 'Years teaching must be between 0 and 60'],
  [{ years_teaching: '-1' }, 'Years teaching must be between 0 and 60'],
  [{ years_teaching: 'many' }, 'Years teaching must be between 0 and 60'],
  [{ bio: 'x'.repeat(5001) }, 'Keep this within 5,000 characters'],
  [{ bio: 'x'.repeat(24_001) }, 'bio is too long'],
  [{ specializations: '{"a"' }, 'specializations must be a JSON list of texts'],
  [{ courses_taught: '"CS101"' }, 'courses_taught must be a JSON list of texts'],
  [{ courses_taught: JSON.stringify(Array.from({ length: 31 }, (_, index) => `C${index}`)) }, 'Add up to 30 courses'],
])('rejects %j and adds no professor', async (wrong, problem) => {
  const department_id = (await makeDepartment(app, ada)).id
  const { status, body } = await add({ department_id, first_name: 'Maria', last_name: 'Agnesi', ...wrong })
  expect([status, body.error]).toEqual([400, problem])
  expect((await list()).total).toBe(0)
})

test.each([
  ['0', 0],
  ['60', 60],
  ['', null],
])('accepts %j years of teaching', async (years_teaching, kept) => {
  expect((await makeProfessor(app, ada, { years_teaching })).years_teaching).toBe(kept)
})

test('distinguishes an invalid form, an unknown department and a duplicate name', async () => {
  const json = await as(app, ada)(professors.create, { body: { first_name: 'Maria' } })
  expect([json.status, json.body.error]).toEqual([400, 'Send this as multipart form data.'])
  const { id: department_id } = await makeDepartment(app, ada)
  const maria = { first_name: 'Maria', last_name: 'Agnesi' }
  const unknown = await add({ ...maria, department_id: '00000000-0000-4000-8000-000000000000' })
  expect([unknown.status, unknown.body.error]).toEqual([404, 'Department not found'])
  expect((await add({ ...maria, department_id })).status).toBe(201)
  const again = await add({ first_name: 'MARIA', last_name: 'agnesi', department_id })
  expect([again.status, again.body.error]).toEqual([409, 'This professor is already listed in this department'])
  const bassi = { ...maria, last_name: 'Bassi', department_id }
  const storm = await Promise.all((await people(8)).map((person) => add(bassi, undefined, person)))
  expect(storm.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  expect(await names({ sort_by: 'name' })).toEqual(['Agnesi', 'Bassi'])
})

const picture = (format: 'png' | 'jpeg' | 'gif' | 'webp') =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: '#357' } })
    .toFormat(format)
    .toBuffer()

test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
  'accepts a %s as image and shows it to the school',
  async (format) => {
    const { avatar_url } = await makeProfessor(app, ada, {}, await picture(format))
    const other = await makeUser(app, { school })
    const fetch = (url: string, person: TestUser) => app.http.inject({ url, headers: { cookie: person.cookie } })
    const shown = await fetch(avatar_url ?? '', other)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    await app.db.deleteFrom('users').where('id', '=', ada.id).execute()
    expect((await fetch(avatar_url ?? '', other)).statusCode, 'it stays when its uploader is deleted').toBe(200)
    const stranger = await makeUser(app, { school: await makeSchool(app) })
    expect((await fetch(avatar_url ?? '', stranger)).statusCode).toBe(404)
  },
)

test('rejects an SVG, an HTML page named as an image and an image above 1 MB and stores nothing', async () => {
  const { id: department_id } = await makeDepartment(app, ada)
  const fields = { department_id, first_name: 'Maria', last_name: 'Agnesi' }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const bad of [svg, Buffer.from('<html></html>')]) {
    const { status, body } = await add(fields, bad)
    expect([status, body.error]).toEqual([400, 'Invalid file'])
  }
  const large = await add(fields, Buffer.alloc(1024 ** 2 + 1, 7))
  expect([large.status, large.body.error]).toEqual([413, 'That file is too big. The limit is 1 MB.'])
  expect((await list()).total).toBe(0)
  expect(await app.db.selectFrom('uploads').where('school_id', '=', school.id).select('name').execute()).toEqual([])
})

test('adds a department once, lists departments in order and counts their professors', async () => {
  const create = (body: object) => as(app, ada)(professors.createDepartment, { body })
  const zoology = (await create({ name: 'Zoology', short_name: 'ZOO', website_url: 'zoo.example.edu:8080' })).body.data
  expect(zoology).toMatchObject({ website_url: 'https://zoo.example.edu:8080', short_name: 'ZOO', professors_count: 0 })
  await create({ name: 'Art', short_name: '', description: ' ', website_url: '' })
  for (const [wrong, problem] of [
    [{}, 'Department name is required'],
    [{ name: '  ' }, 'Department name is required'],
    [{ name: 'x'.repeat(101) }, 'Keep this within 100 characters'],
    [{ name: 'Law', website_url: 'no page' }, website],
  ] as const) {
    const { status, body } = await create(wrong)
    expect([status, body.error]).toEqual([400, problem])
  }
  const again = await create({ name: 'zoology' })
  expect([again.status, again.body.error]).toEqual([409, 'This department already exists'])
  await named('Darwin', { department_id: zoology.id })
  const { body } = await as(app, ada)(professors.departments)
  expect(body.data.map(({ name, professors_count, website_url }) => [name, professors_count, website_url])).toEqual([
    ['Art', 0, null],
    ['Zoology', 1, 'https://zoo.example.edu:8080'],
  ])
})

test('ranks a 4.7 from many ratings above one 5.0 and professors without ratings last in both directions', async () => {
  const [loved, lucky, poor] = [await named('Loved'), await named('Lucky'), await named('Poor')]
  await named('Unrated')
  const students = await people(20)
  for (const [at, student] of students.entries()) {
    await makeRating(app, student, loved, { overall_rating: at < 14 ? 5 : 4, difficulty_rating: 2 })
    if (at < 6) await makeRating(app, student, poor, { overall_rating: 1, difficulty_rating: 5 })
  }
  await makeRating(app, students[0] ?? ada, lucky, { overall_rating: 5, difficulty_rating: 1 })
  const { data, total } = await list()
  expect(data.map(({ last_name, average_rating }) => [last_name, average_rating])).toEqual([
    ['Loved', 4.7],
    ['Lucky', 5],
    ['Poor', 1],
    ['Unrated', null],
  ])
  expect(total).toBe(4)
  const scores = await app.db
    .selectFrom('professors')
    .where('school_id', '=', school.id)
    .select(['name', 'score'])
    .execute()
  const mean = (94 + 5 + 6) / 27
  const findScore = (name: string) => scores.find((row) => row.name.endsWith(name))?.score ?? 0
  expect(findScore('Loved')).toBeCloseTo((94 + 5 * mean) / 25, 1)
  expect(findScore('Lucky')).toBeCloseTo((5 + 5 * mean) / 6, 1)
  expect(await names({ sort_by: 'rating', sort_order: 'asc' })).toEqual(['Poor', 'Lucky', 'Loved', 'Unrated'])
  expect(await names({ sort_by: 'difficulty' })).toEqual(['Poor', 'Loved', 'Lucky', 'Unrated'])
  expect(await names({ sort_by: 'difficulty', sort_order: 'asc' })).toEqual(['Lucky', 'Loved', 'Poor', 'Unrated'])
  expect(await names({ sort_by: 'total_ratings' })).toEqual(['Loved', 'Poor', 'Lucky', 'Unrated'])
  expect(await names({ sort_by: 'total_ratings', sort_order: 'asc' })).toEqual(['Unrated', 'Lucky', 'Poor', 'Loved'])
  expect(await names({ sort_by: 'name' })).toEqual(['Loved', 'Lucky', 'Poor', 'Unrated'])
  expect(await names({ sort_by: 'name', sort_order: 'desc' })).toEqual(['Unrated', 'Poor', 'Lucky', 'Loved'])

  expect(await names({ min_rating: '4.5' })).toEqual(['Loved', 'Lucky'])
  expect(await names({ max_rating: 3 })).toEqual(['Poor'])
  expect(await names({ min_difficulty: 2, max_difficulty: 4 })).toEqual(['Loved'])
  expect(await names({ has_reviews: 'true' })).toEqual(['Loved', 'Lucky', 'Poor'])
  expect(await names({ has_reviews: 'false', min_rating: 'nonsense', limit: 'x' })).toHaveLength(4)
  expect(await names({ search: 'LUCK' })).toEqual(['Lucky'])
  expect(await names({ search: '%' })).toEqual([])
  const isLoved = app.db.updateTable('professors').where('school_id', '=', school.id).where('name', 'like', '%Loved')
  await isLoved.set({ courses_taught: ['MATH 201 - Linear Algebra'] }).execute()
  expect(await names({ search: 'math 201' })).toEqual(['Loved'])
  expect(await names({ department_id: loved.department.id })).toEqual(['Loved'])
  expect(await names({ limit: 2, offset: 1 })).toEqual(['Lucky', 'Poor'])
  expect(await list({ limit: 2, offset: 1 })).toMatchObject({ total: 4, has_more: true })
  expect(await list({ limit: 2, offset: 2, sort_by: 'name' })).toMatchObject({ total: 4, has_more: false })
  expect(await list({ offset: 100 })).toMatchObject({ data: [], total: 4, has_more: false })

  const { body: stats } = await as(app, ada)(professors.stats)
  const figures = { total_professors: 4, total_ratings: 27, total_departments: 4, average_rating: mean }
  expect(stats).toEqual({ success: true, data: figures, ...figures })
})

test('filters professors that at least half of the answers would take again', async () => {
  const [yes, no, silent] = [await named('Yes'), await named('No'), await named('Silent')]
  const [one, two, three] = await people(3)
  for (const [professor, answers] of [
    [yes, [true, false, null]],
    [no, [true, false, false]],
    [silent, [null, undefined, null]],
  ] as const)
    for (const [at, student] of [one, two, three].entries())
      if (student) await makeRating(app, student, professor, { would_take_again: answers[at] ?? null })
  expect(await names({ would_take_again: 'true' })).toEqual(['Yes'])
  const figures = (await list({ sort_by: 'name' })).data.map((row) => [
    row.would_take_again_percentage && Math.round(row.would_take_again_percentage),
    row.would_take_again_count,
  ])
  expect(figures).toEqual([
    [33, 3],
    [null, 0],
    [50, 2],
  ])
})

test('lets only site administrators list another school', async () => {
  const elsewhere = await makeSchool(app)
  const theirs = await makeUser(app, { school: elsewhere })
  await makeProfessor(app, theirs, { last_name: 'Foreign' })
  await named('Own')
  const query = { school_id: elsewhere.id }
  for (const role of ['student', 'admin'] as const)
    expect(await names(query, await makeUser(app, { school, role }))).toEqual(['Own'])
  const site = await makeUser(app, { school, role: 'site_admin' })
  expect(await names({}, site)).toEqual(['Own'])
  expect(await names(query, site)).toEqual(['Foreign'])
  expect((await as(app, site)(professors.stats, { query })).body.total_professors).toBe(1)
  expect((await as(app, site)(professors.departments, { query })).body.data).toHaveLength(1)
})

test('shows a site administrator the most helpful review of a professor at another school', async () => {
  const elsewhere = await makeSchool(app)
  const [theirs, reviewer] = [await makeUser(app, { school: elsewhere }), await makeUser(app, { school: elsewhere })]
  const { id } = await makeProfessor(app, theirs)
  await makeRating(app, reviewer, { id }, { review_text: 'Answers every question.' })
  const site = await makeUser(app, { school, role: 'site_admin' })
  for (const sort_by of ['rating', 'name'])
    expect((await list({ school_id: elsewhere.id, sort_by }, site)).data).toMatchObject([
      { id, top_review: 'Answers every question.' },
    ])
})

test('lists one sentence of the most helpful review that the viewer may read', async () => {
  const professor = await named('Agnesi')
  const [rude, kind] = await people(2)
  if (!rude || !kind) throw new Error('No people')
  const first = await makeRating(app, rude, professor, {
    review_text: 'Reads from the slides! Bring coffee.',
    anonymous: false,
  })
  await makeRating(app, kind, professor, {
    review_text: `${'A very long sentence without an end '.repeat(4)}. Short.`,
    anonymous: false,
  })
  await as(app, ada)(ratings.vote, { params: { id: first.id }, body: { is_helpful: true } })
  const shown = async () => (await list()).data[0]?.top_review
  expect(await shown()).toBe('Reads from the slides!')
  await as(app, ada)(friends.block, { params: { id: rude.id } })
  const other = await shown()
  expect(other).toMatch(/^A very long .*…$/)
  expect(other?.length).toBeLessThanOrEqual(80)
})
