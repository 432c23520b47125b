import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeProfessor, makeRating, sampleRating } from '../../../testing/factories/professors.ts'
import { deleteUser, makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { content } from '../../moderation/content-contract.ts'
import { reports } from '../../moderation/report-contract.ts'
import { notifications } from '../../notifications/contract.ts'
import { professors, ratings } from '../contract.ts'

let professor: { id: string }

const { app, school, ada, grace } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})
beforeEach(async () => {
  professor = await makeProfessor(app, ada, { courses_taught: '["CS101 - Algorithms", "CS102"]' })
})

const rate = (person: TestUser, fields: object) =>
  as(app, person)(ratings.create, { params: { id: professor.id }, body: { ...sampleRating, ...fields } })
const list = async (query: Record<string, string | number> = {}, person = ada) =>
  (await as(app, person)(ratings.list, { params: { id: professor.id }, query })).body
const show = async (person = ada) =>
  (await as(app, person)(professors.show, { params: { id: professor.id } })).body.data
const courses = async () => (await as(app, ada)(professors.courses, { params: { id: professor.id } })).body.data
const vote = (person: TestUser, id: string, is_helpful: unknown) =>
  as(app, person)(ratings.vote, { params: { id }, body: { is_helpful } })
const people = (count: number) => Promise.all(Array.from({ length: count }, () => makeUser(app, { school })))

test('shows a named rating with all fields and its author', async () => {
  const [course] = await courses()
  const said = {
    ...sampleRating,
    engagement_rating: 2,
    workload_rating: 4,
    fun_rating: 1,
    would_take_again: true,
    semester_taken: 'Fall',
    year_taken: 2024,
    course_id: course?.id,
    course_grade: 'B+',
    attendance_mandatory: true,
    textbook_required: false,
    gives_extra_credit: true,
    tags: ['Fair', 'Clear'],
    anonymous: false,
  }
  const { status, body } = await rate(ada, said)
  expect(status).toBe(201)
  const reviewer = { id: ada.id, name: 'Ada', avatar_url: null, avatar: null }
  const shown = {
    ...said,
    id: expect.any(String),
    professor_id: professor.id,
    course,
    reviewer,
    reviewer_id: ada.id,
    is_author: true,
    created_at: expect.any(Number),
    edited_at: null,
    helpful_count: 0,
    not_helpful_count: 0,
    user_helpful_vote: null,
    can: { edit: true, delete: true, report: false },
  }
  expect(body.data).toEqual(shown)
  const theirs = { ...shown, is_author: false, can: { edit: false, delete: false, report: true } }
  expect(await list({}, grace)).toEqual({ success: true, data: [theirs], total: 1, has_more: false })
  expect((await show(grace)).recent_ratings).toEqual([theirs])
})

test('uses the middle, null or anonymous as default of absent fields', async () => {
  const { body } = await rate(ada, {
    semester_taken: '',
    course_grade: '',
    course_id: '',
    tags: ['', 'Fair', ' ', 'Fair'],
  })
  expect(body.data).toMatchObject({
    engagement_rating: 3,
    workload_rating: 3,
    fun_rating: 3,
    would_take_again: null,
    semester_taken: null,
    year_taken: null,
    course: null,
    course_grade: null,
    attendance_mandatory: false,
    tags: ['Fair'],
    anonymous: true,
    reviewer: null,
    reviewer_id: null,
    is_author: true,
  })
  expect(body.data.created_at % 60).toBe(0)
  expect((await list({}, grace)).data[0]).toMatchObject({ reviewer: null, reviewer_id: null, is_author: false })
  for (const named of [ada.id, 'Ada']) expect(JSON.stringify(await list({}, grace))).not.toContain(named)
})

const thisYear = new Date().getUTCFullYear()
const year = `Year must be between 2000 and ${thisYear}`

test.each([
  [{ overall_rating: undefined }, 'Overall rating is required'],
  [{ overall_rating: 0 }, 'Overall rating is required'],
  [{ overall_rating: '5' }, 'Overall rating is required'],
  [{ overall_rating: 6 }, 'Overall rating must be between 1 and 5'],
  [{ overall_rating: 0.5 }, 'Overall rating must be between 1 and 5'],
  [{ overall_rating: 4.25 }, 'Use no more than one decimal place'],
  [{ difficulty_rating: null }, 'Difficulty rating is required'],
  [{ teaching_quality_rating: 0 }, 'Teaching quality rating is required'],
  [{ fun_rating: 5.1 }, 'Fun rating must be between 1 and 5'],
  [{ review_text: undefined }, 'Review text is required'],
  [{ review_text: ' \n ' }, 'Review text is required'],
  [{ review_text: ' ninechars ' }, 'Review must be at least 10 characters'],
  [{ review_text: 'x'.repeat(501) }, 'Review must be less than 500 characters'],
  [{ year_taken: 1999 }, year],
  [{ year_taken: thisYear + 1 }, year],
  [{ semester_taken: 'Winter' }, 'Choose an option from the list'],
  [{ course_grade: 'E' }, 'Choose an option from the list'],
  [{ tags: Array.from({ length: 11 }, (_, index) => `Tag ${index}`) }, 'Add up to 10 tags'],
  [{ tags: ['x'.repeat(51)] }, 'Keep this within 50 characters'],
])('rejects %j and counts nothing', async (wrong, problem) => {
  const { status, body } = await rate(ada, wrong)
  expect([status, body.error]).toEqual([400, problem])
  expect((await show()).total_ratings).toBe(0)
})

test.each([
  [{ review_text: 'ten chars!' }],
  [{ review_text: '😀'.repeat(500) }],
  [{ year_taken: 2000 }],
  [{ year_taken: thisYear }],
  [{ overall_rating: 4.5 }],
  [{ overall_rating: 1, difficulty_rating: 5 }],
])('accepts the limits %j', async (fields) => {
  expect((await rate(ada, fields)).status).toBe(201)
})

test('rejects a second named rating per user, professor and course, also of concurrent ones', async () => {
  const [algorithms, second] = await courses()
  expect((await rate(ada, { anonymous: false })).status).toBe(201)
  for (const anonymous of [true, false]) {
    const again = await rate(ada, { anonymous })
    expect([again.status, again.body.error]).toEqual([409, 'You have already rated this professor'])
  }
  expect((await rate(ada, { course_id: algorithms?.id })).status).toBe(201)
  const storm = await Promise.all(
    Array.from({ length: 10 }, () => rate(ada, { course_id: second?.id, anonymous: false })),
  )
  expect(storm.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  expect((await show()).total_ratings).toBe(3)
  expect((await rate(grace, {})).status).toBe(201)
  const other = await makeProfessor(app, ada, { courses_taught: '["CS101"]' })
  expect((await makeRating(app, ada, other)).id).toBeTruthy()
  const theirs = (await as(app, ada)(professors.courses, { params: { id: other.id } })).body.data[0]
  const crossed = await rate(await makeUser(app, { school }), { course_id: theirs?.id })
  expect([crossed.status, crossed.body.error]).toEqual([404, 'Course not found'])
})

test('replies to a rating after an anonymous one as to a first, stores nothing and notifies the author', async () => {
  const [, second] = await courses()
  const first = await rate(ada, { review_text: 'The first that I wrote' })
  for (const anonymous of [true, false]) {
    const again = await rate(ada, { anonymous, review_text: 'Another that I wrote', overall_rating: 1 })
    const fresh = await rate(await makeUser(app, { school }), { anonymous, review_text: 'A first by another' })
    expect(again.status).toBe(201)
    expect(Object.keys(again.body.data)).toEqual(Object.keys(fresh.body.data))
    expect(again.body.data).toMatchObject({
      anonymous,
      review_text: 'Another that I wrote',
      overall_rating: 1,
      is_author: true,
    })
    if (!anonymous) expect(again.body.data.reviewer?.name).toBe(ada.name)
  }
  expect((await show()).total_ratings).toBe(3)
  const { data } = await list({}, ada)
  expect(data.filter(({ is_author }) => is_author).map(({ id }) => id)).toEqual([first.body.data.id])

  const storm = await Promise.all(
    Array.from({ length: 10 }, (_, index) => rate(grace, { course_id: second?.id, anonymous: index % 2 === 0 })),
  )
  for (const { status } of storm) expect([201, 409]).toContain(status)
  expect((await show()).total_ratings).toBe(4)

  const { rows: jobs } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs where payload::jsonb ? 'sealedNotice'`.execute(app.db)
  const [job] = app.notifications.jobs(app.db)
  for (const { payload } of jobs) await job?.run(payload)
  const notices = (await as(app, ada)(notifications.list)).body.data
  expect(notices.map(({ sentence, times }) => [sentence, times])).toEqual([
    ['You had already rated this professor. Your earlier rating stays.', 2],
  ])
})

/** Recomputes the statistics from the rows. */
async function recount() {
  const { rows } = await sql<Record<string, unknown>>`
    select count(*)::int as total_ratings, avg(overall_rating)::float8 as average_rating,
      avg(difficulty_rating)::float8 as difficulty_rating, avg(engagement_rating)::float8 as average_engagement_rating,
      avg(teaching_quality_rating)::float8 as average_teaching_quality_rating,
      avg(workload_rating)::float8 as average_workload_rating, avg(fun_rating)::float8 as average_fun_rating,
      count(would_take_again)::int as would_take_again_count,
      (100 * avg(would_take_again::int))::float8 as would_take_again_percentage,
      (select json_object_agg(star, (select count(*) from ratings where professor_id = ${professor.id} and withheld_at is null
        and round(overall_rating) = star)) from generate_series(1, 5) as star) as rating_distribution,
      (select coalesce(json_object_agg(tag, count), '{}') from (select tag, count(*) from ratings, unnest(tags) as tag
        where professor_id = ${professor.id} and withheld_at is null group by tag) as tagged) as tags_summary
    from ratings where professor_id = ${professor.id} and withheld_at is null`.execute(app.db)
  return rows[0]
}

const strayVotes = () =>
  sql`select from ratings where helpful_count <> (select count(*) from rating_votes where rating_id = ratings.id and is_helpful)
    or not_helpful_count <> (select count(*) from rating_votes where rating_id = ratings.id and not is_helpful)`
    .execute(app.db)
    .then(({ rows }) => rows.length)

const pickFigures = (shown: Awaited<ReturnType<typeof show>>, keys: string[]) =>
  Object.fromEntries(
    Object.entries(shown)
      .filter(([key]) => keys.includes(key))
      .map(([key, value]) => [key, typeof value === 'number' ? expect.closeTo(value, 9) : value]),
  )

async function expectTrue() {
  const counted = (await recount()) ?? {}
  expect(counted).toEqual(pickFigures(await show(), Object.keys(counted)))
  const { rows } = await sql`select from professor_totals as total where school_id = ${school.id} and (
      ratings <> (select count(*) from ratings where school_id = total.school_id and withheld_at is null)
      or overall_sum <> (select coalesce(sum(overall_rating), 0) from ratings where school_id = total.school_id
        and withheld_at is null)
      or professors <> (select count(*) from professors where school_id = total.school_id)
      or ratings > 0 and abs(prior - overall_sum / ratings) >= 0.05
      or exists (select from professors where school_id = total.school_id and professors.prior <> total.prior))`.execute(
    app.db,
  )
  expect(rows).toEqual([])
}

test('keeps all statistics equal to the rows after 100 concurrent ratings of which 20 are deleted', async () => {
  const students = await people(100)
  const kept = ['Helpful', 'Clear', 'Tough Grader', 'Fair']
  const made = await Promise.all(
    students.map((student, index) =>
      makeRating(app, student, professor, {
        overall_rating: 1 + (index % 9) / 2,
        difficulty_rating: 1 + (index % 5),
        teaching_quality_rating: 1 + ((index * 3) % 5),
        fun_rating: 1 + ((index * 7) % 5),
        would_take_again: index % 4 === 0 ? null : index % 3 === 0,
        tags: kept.filter((_, tag) => (index >> tag) % 2 === 0),
        anonymous: index % 3 !== 0,
      }),
    ),
  )
  expect((await show()).total_ratings).toBe(100)
  await expectTrue()
  await Promise.all([
    ...made.slice(0, 20).map(({ id }, index) => as(app, students[index] ?? ada)(ratings.remove, { params: { id } })),
    ...(await people(10)).map((student) => makeRating(app, student, professor, { overall_rating: 1 })),
  ])
  expect((await show()).total_ratings).toBe(90)
  await expectTrue()
  await app.db
    .deleteFrom('users')
    .where('id', '=', students[99]?.id ?? '')
    .execute() // named: deleted with its author
  expect((await show()).total_ratings).toBe(89)
  await expectTrue()
}, 60_000)

test('counts one vote per user, withdraws a repeated one and replaces it by the opposite, also concurrently', async () => {
  const rating = await makeRating(app, grace, professor)
  expect((await vote(ada, rating.id, true)).body).toEqual({
    success: true,
    message: 'Vote recorded!',
    data: { helpful_count: 1, not_helpful_count: 0, user_helpful_vote: true },
  })
  const counts = async (is_helpful: boolean) => Object.values((await vote(ada, rating.id, is_helpful)).body.data)
  expect(await counts(false)).toEqual([0, 1, false])
  expect((await list()).data[0]).toMatchObject({ not_helpful_count: 1, user_helpful_vote: false })
  expect(await counts(false)).toEqual([0, 0, null])
  for (const nonsense of [undefined, 'yes', 1]) expect((await vote(ada, rating.id, nonsense)).status).toBe(400)
  const named = await makeRating(app, grace, await makeProfessor(app, ada), { anonymous: false })
  const own = await vote(grace, named.id, true)
  expect([own.status, own.body.error]).toEqual([400, 'You can’t vote on your own review.'])
  const students = await people(20)
  await Promise.all(
    students.flatMap((student, index) =>
      Array.from({ length: 5 }, (_, press) => vote(student, rating.id, (index + press) % 3 > 0)),
    ),
  )
  expect(await strayVotes()).toBe(0)
  await app.db
    .deleteFrom('users')
    .where(
      'id',
      'in',
      students.slice(0, 9).map(({ id }) => id),
    )
    .execute()
  expect(await strayVotes()).toBe(0)
}, 60_000)

test('supports five sort orders, course filters and pages of reviews', async () => {
  const [course] = await courses()
  const students = await people(4)
  const made = []
  for (const [at, student] of students.entries())
    made.push(
      await makeRating(app, student, professor, {
        overall_rating: [3, 5, 1, 4][at] ?? 0,
        anonymous: false,
        course_id: at > 1 ? course?.id : null,
      }),
    )
  await app.db
    .updateTable('ratings')
    .set({ created_at: sql`now() - make_interval(hours => overall_rating::int)` })
    .where('professor_id', '=', professor.id)
    .execute()
  await vote(ada, made[0]?.id ?? '', true)
  const stars = async (query = {}) => (await list(query)).data.map(({ overall_rating }) => overall_rating)
  expect(await stars()).toEqual([1, 3, 4, 5])
  expect(await stars({ sort_by: 'created_at', sort_order: 'asc' })).toEqual([5, 4, 3, 1])
  expect(await stars({ sort_by: 'overall_rating', sort_order: 'desc' })).toEqual([5, 4, 3, 1])
  expect(await stars({ sort_by: 'overall_rating', sort_order: 'asc' })).toEqual([1, 3, 4, 5])
  expect((await stars({ sort_by: 'helpful_count', sort_order: 'desc' }))[0]).toBe(3)
  expect(await stars({ course_id: course?.id ?? '' })).toEqual([1, 4])
  expect(await stars({ min_rating: 3, max_rating: '4.5' })).toEqual([3, 4])
  expect(await stars({ limit: 2, offset: 1 })).toEqual([3, 4])
  expect(await list({ limit: 2, offset: 1 })).toMatchObject({ total: 4, has_more: true })
  expect(await list({ course_id: professor.id })).toMatchObject({ data: [], total: 0, has_more: false })
})

test('hides named reviews of blocked and deleted users and keeps anonymous ones', async () => {
  const alan = await makeUser(app, { school })
  await makeRating(app, grace, professor, { anonymous: false })
  await makeRating(app, alan, professor)
  for (const person of [grace, alan]) await makeBlock(app, person, ada)
  expect((await list()).data.map(({ anonymous }) => anonymous)).toEqual([true])
  expect((await list()).total).toBe(1)
  const witness = await makeUser(app, { school })
  expect((await list({}, witness)).total).toBe(2)
  for (const person of [grace, alan]) await deleteUser(app, person)
  expect((await list({}, witness)).data.map(({ anonymous }) => anonymous)).toEqual([true])
})

test('lets any user report an anonymous rating, its author included, and removes a deleted one from all statistics', async () => {
  const dean = await makeUser(app, { school, role: 'admin' })
  await makeRating(app, await makeUser(app, { school }), professor, { overall_rating: 5, tags: ['Fair'] })
  const rating = await makeRating(app, grace, professor, {
    overall_rating: 1,
    tags: ['Strict'],
    would_take_again: false,
  })
  const report = (person: TestUser) =>
    as(app, person)(ratings.report, { params: { id: rating.id }, body: { reason: 'harassment', details: 'Rude.' } })
  expect((await report(grace)).status).toBe(201)
  expect((await report(ada)).status).toBe(201)
  expect((await report(ada)).status).toBe(409)
  const also = await app.http.inject({
    method: 'POST',
    url: `/api/professors/${professor.id}/ratings/${rating.id}/report`,
    headers: { cookie: dean.cookie },
    payload: { reason: 'spam' },
  })
  expect(also.statusCode).toBe(201)
  const seen = (await as(app, dean)(reports.list)).body.data.reports.find(({ content_id }) => content_id === rating.id)
  expect(seen).toMatchObject({
    content_type: 'rating',
    title: 'Maria Agnesi',
    reported_user_name: 'Anonymous',
    is_anonymous: true,
  })
  const reason = 'It insults the professor and her family'
  const ask = { params: { id: rating.id }, body: { type: 'rating', reason, category: 'harassment' } }
  expect((await as(app, dean)(content.reveal, ask)).body.data.name).toBe('Grace')
  const listed = (await as(app, dean)(content.list, { query: { type: 'rating' } })).body.data.content
  expect(listed.find(({ id }) => id === rating.id)).toMatchObject({ title: 'Maria Agnesi', author_name: 'Anonymous' })
  await vote(ada, rating.id, false)
  const removed = await as(app, dean)(content.remove, { params: { id: rating.id }, query: { type: 'rating' } })
  expect(removed.status).toBe(200)
  expect(await show()).toMatchObject({
    total_ratings: 1,
    average_rating: 5,
    would_take_again_percentage: null,
    rating_distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 },
    tags_summary: { Fair: 1 },
  })
  await expectTrue()
  expect((await vote(ada, rating.id, true)).status).toBe(404)
})

const edit = (person: TestUser, id: string, fields: object = {}) =>
  as(app, person)(ratings.update, { params: { id }, body: { ...sampleRating, ...fields } })

test('changes a named rating: all fields but its course, with its votes and in all statistics', async () => {
  const [course] = await courses()
  const rating = await makeRating(app, ada, professor, { anonymous: false, tags: ['Fair'], course_id: course?.id })
  await makeRating(app, grace, professor, { overall_rating: 1, tags: ['Fair'] })
  await vote(grace, rating.id, true)
  const fields = {
    overall_rating: 1.5,
    would_take_again: false,
    tags: ['Clear'],
    review_text: 'Now I see it differently.',
  }
  const { status, body } = await edit(ada, rating.id, { ...fields, course_id: null, anonymous: true })
  expect(status).toBe(200)
  const changed = { ...rating, ...fields, helpful_count: 1, edited_at: expect.any(Number) }
  expect(body.data).toEqual(changed)
  expect((await show()).own_ratings).toEqual([changed])
  expect(await show(grace)).toMatchObject({
    own_ratings: [],
    total_ratings: 2,
    average_rating: 1.25,
    tags_summary: { Fair: 1, Clear: 1 },
    would_take_again_count: 1,
  })
  await expectTrue()
})

test('counts a rating once when it is edited, voted on and deleted concurrently', async () => {
  const students = await people(20)
  const made = await Promise.all(
    students.map((student) => makeRating(app, student, professor, { anonymous: false, tags: ['Fair'] })),
  )
  await Promise.all(
    made.flatMap(({ id }, index) => {
      const author = students[index] ?? ada
      return [
        edit(author, id, { overall_rating: 1 + (index % 9) / 2, tags: ['Clear'] }),
        edit(author, id, { overall_rating: 5, fun_rating: 1 }),
        vote(grace, id, true),
        ...(index % 4 === 0 ? [as(app, author)(ratings.remove, { params: { id } })] : []),
      ]
    }),
  )
  expect((await show()).total_ratings).toBe(15)
  await expectTrue()
}, 60_000)

test('lets only the named author edit a rating: the author of an anonymous one is refused like everyone else', async () => {
  const named = await makeRating(app, ada, professor, { anonymous: false })
  const sealed = await makeRating(app, grace, professor)
  const dean = await makeUser(app, { school, role: 'admin' })
  const refusals = await Promise.all([
    ...[grace, dean].map((other) => edit(other, named.id)),
    ...[ada, grace, dean].map((other) => edit(other, sealed.id)),
  ])
  const error = 'You can only edit a review under your own name.'
  for (const { status, body } of refusals) expect({ status, ...body }).toMatchObject({ status: 403, error })
  expect((await list()).data.map(({ can }) => can.edit).toSorted()).toEqual([false, true])
  expect((await show(grace)).own_ratings).toEqual([])
  const invalid = await edit(ada, named.id, { review_text: 'short', overall_rating: 6 })
  expect(invalid.status).toBe(400)
  expect((await list()).data.find(({ id }) => id === named.id)).toEqual(named)
})

test('lets only the author delete a rating and then rate again', async () => {
  const rating = await makeRating(app, ada, professor)
  const remove = (person: TestUser) => as(app, person)(ratings.remove, { params: { id: rating.id } })
  const dean = await makeUser(app, { school, role: 'admin' })
  for (const other of [grace, dean]) expect((await remove(other)).status).toBe(403)
  expect((await remove(ada)).body).toEqual({ success: true })
  expect((await remove(ada)).status).toBe(404)
  expect((await rate(ada, {})).status).toBe(201)
})
