import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAnswer, makeAssignment } from '../../../testing/factories/assignments.ts'
import { deleteUser, makeBlock, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { answers, assignments } from '../contract.ts'
import { deleteAssignment } from './actions.ts'
import { deleteAnswer } from './answer-actions.ts'
import { assignmentPersonalData } from './personal-data.ts'

const { app, school, ada, grace } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' } },
})

const board = async (person: TestUser) => (await as(app, person)(assignments.leaderboard)).body
const points = async (person: TestUser) => (await board(person)).me.total_points
const vote = (person: TestUser, id: string, is_helpful = true) =>
  as(app, person)(answers.helpful, { params: { id }, body: { is_helpful } })
const best = (asker: TestUser, id: string, aid: string) => as(app, asker)(answers.best, { params: { id, aid } })
const people = (count: number) => Promise.all(Array.from({ length: count }, () => makeUser(app, { school })))

/** Every stored count that differs from its rows: votes per answer, answers per question, points per user. */
async function differences(schoolId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select 'votes' as what, id::text from assignment_answers as answer where school_id = ${schoolId}
      and helpful_votes <> (select count(*) filter (where is_helpful) - count(*) filter (where not is_helpful)
        from answer_votes where school_id = answer.school_id and answer_id = answer.id)
    union all select 'answers', id::text from assignments as question where school_id = ${schoolId}
      and answers_count <> (select count(*) from assignment_answers
        where school_id = question.school_id and assignment_id = question.id)
    union all select 'helpful points', answer.id::text from assignment_answers as answer
      join assignments as question on question.school_id = answer.school_id and question.id = answer.assignment_id
      where answer.school_id = ${schoolId} and case when question.author_id = answer.author_id then 0
        else 2 * greatest(helpful_votes, 0) end <> (select coalesce(sum(points), 0) from points
        where school_id = answer.school_id and item_id = answer.id and reason = 'helpful')
    union all select 'total', users.id::text from users where school_id = ${schoolId}
      and (select coalesce(sum(points), 0) from points where school_id = users.school_id and user_id = users.id)
        <> coalesce((select points from point_totals where school_id = users.school_id and user_id = users.id), 0)`.execute(
    app.db,
  )
  return rows
}

test('awards 5 points for a question, 10 for an answer, 25 more for the best answer and 2 per helpful vote in excess', async () => {
  const question = await makeAssignment(app, ada)
  expect(await points(ada)).toBe(5)
  const { id } = await makeAnswer(app, grace, question)
  expect(await points(grace)).toBe(10)
  await best(ada, question.id, id)
  expect(await points(grace)).toBe(35)
  await vote(ada, id)
  expect(await points(grace)).toBe(37)
  await vote(ada, id, false)
  expect(await points(grace), 'an answer with more unhelpful votes loses no other points').toBe(35)
  const [mary, alan] = await people(2)
  await vote(mary as TestUser, id)
  expect(await points(grace)).toBe(35)
  await vote(alan as TestUser, id)
  expect(await points(grace)).toBe(37)
  await as(app, ada)(assignments.incomplete, { params: { id: question.id } })
  expect(await points(grace)).toBe(12)
  expect(await points(ada), 'voting and marking earn no points').toBe(5)
  expect(await differences(school.id)).toEqual([])
})

test('awards no points for an answer to one’s own question, even as the best', async () => {
  const question = await makeAssignment(app, ada)
  const { id } = await makeAnswer(app, ada, question)
  await best(ada, question.id, id)
  await vote(grace, id)
  expect(await points(ada)).toBe(5)
  const theirs = await makeAnswer(app, grace, question)
  await best(ada, question.id, theirs.id)
  await best(ada, question.id, id)
  expect([await points(ada), await points(grace)]).toEqual([5, 10])
})

test('deducts the points of deleted questions and answers', async () => {
  const question = await makeAssignment(app, ada)
  const [one, two] = [await makeAnswer(app, grace, question), await makeAnswer(app, grace, question)]
  await best(ada, question.id, one.id)
  await vote(ada, two.id)
  expect(await points(grace)).toBe(47)
  await withTransaction(app.db, (trx) => deleteAnswer(trx, school.id, one.id))
  expect(await points(grace)).toBe(12)
  await withTransaction(app.db, (trx) => deleteAssignment(trx, school.id, question.id))
  expect([await points(ada), await points(grace)]).toEqual([0, 0])
  expect(await differences(school.id)).toEqual([])
})

test('removes the votes and answers of a deleted account and their effect on other users’ points', async () => {
  const question = await makeAssignment(app, ada)
  const { id } = await makeAnswer(app, grace, question)
  const [mary] = await people(1)
  if (!mary) throw new Error('no user')
  await vote(mary, id)
  await best(ada, question.id, (await makeAnswer(app, mary, question)).id)
  await makeAnswer(app, grace, await makeAssignment(app, mary))
  expect(await points(grace)).toBe(22)
  for (const data of assignmentPersonalData) await withTransaction(app.db, async (trx) => data.remove?.(trx, mary))
  await app.db.deleteFrom('users').where('school_id', '=', school.id).where('id', '=', mary.id).execute()
  expect(await points(grace)).toBe(10)
  expect(await differences(school.id)).toEqual([])
})

test('keeps the vote count equal to its rows after 200 concurrent votes that are cast, changed and withdrawn', async () => {
  const question = await makeAssignment(app, ada)
  const one = await makeAnswer(app, grace, question)
  const two = await makeAnswer(app, grace, question)
  const voters = await people(20)
  const cast = voters.flatMap((person, index) =>
    Array.from({ length: 10 }, (_, turn) => vote(person, (turn + index) % 3 ? one.id : two.id, (index * turn) % 3 > 0)),
  )
  expect(new Set((await Promise.all(cast)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(await differences(school.id)).toEqual([])
  const votes = await app.db.selectFrom('answer_votes').where('school_id', '=', school.id).select('user_id').execute()
  expect(votes.length, 'some must remain for this test to be meaningful').toBeGreaterThan(0)
})

test('keeps all counts consistent under concurrent answers, votes, marks and deletions', async () => {
  const [one, two] = [await makeAssignment(app, ada), await makeAssignment(app, grace)]
  const crowd = await people(6)
  const settle = (route: 'incomplete' | 'complete') => as(app, ada)(assignments[route], { params: { id: one.id } })
  await Promise.all(
    crowd.flatMap((person, index) => [
      makeAnswer(app, person, one).then(async ({ id }) => {
        await Promise.all([best(ada, one.id, id), ...crowd.map((voter) => vote(voter, id, index % 2 === 0))])
        if (index % 3 === 0) await withTransaction(app.db, (trx) => deleteAnswer(trx, school.id, id))
      }),
      makeAnswer(app, person, two).then(({ id }) => best(grace, two.id, id)),
      settle(index % 2 ? 'complete' : 'incomplete'),
    ]),
  )
  await withTransaction(app.db, (trx) => deleteAssignment(trx, school.id, two.id))
  expect(await differences(school.id)).toEqual([])
  const { me, data } = await board(ada)
  expect(me.total_points).toBe(5)
  expect(data.reduce((sum, leader) => sum + leader.best_answers, 0)).toBeLessThanOrEqual(1)
})

test('ranks the users of the school by points and gives equal points the same rank', async () => {
  const [mary, alan, rosa] = (await people(3)) as [TestUser, TestUser, TestUser]
  const question = await makeAssignment(app, ada)
  const { id } = await makeAnswer(app, grace, question)
  await best(ada, question.id, id)
  for (const voter of [mary, alan]) await vote(voter, id)
  await makeAssignment(app, mary)
  const { data, me } = await board(mary)
  expect(data.map(({ rank, user, points: earned }) => [rank, user.id, earned])).toEqual([
    [1, grace.id, 39],
    ...[ada.id, mary.id].sort().map((person) => [2, person, 5]),
  ])
  expect(data[0]).toMatchObject({
    user: { name: 'Grace', avatar_url: null },
    questions: 0,
    answers: 1,
    best_answers: 1,
    helpful_votes: 2,
  })
  expect(me).toEqual({ rank: 2, total_points: 5, questions: 1, answers: 0, this_week: 5 })
  expect((await board(rosa)).me).toEqual({ rank: null, total_points: 0, questions: 0, answers: 0, this_week: 0 })
  expect((await as(app, mary)(assignments.leaderboard, { query: { limit: 1 } })).body.data).toHaveLength(1)

  const stranger = await makeUser(app, { school: await makeSchool(app) })
  expect((await board(stranger)).data).toEqual([])
  await makeBlock(app, mary, grace)
  const blocked = await board(mary)
  expect([blocked.data[0]?.rank, blocked.me.rank, blocked.data.length]).toEqual([1, 1, 2])
  await deleteUser(app, grace)
  expect((await board(alan)).data.map(({ user }) => user.id)).not.toContain(grace.id)
})

test('counts today and the previous six days as this week', async () => {
  const question = await makeAssignment(app, ada)
  const { id } = await makeAnswer(app, grace, question)
  const earnedAgo = (days: number) =>
    sql`update points set earned_on = (now() at time zone 'UTC')::date - ${days}::int
      where school_id = ${school.id} and item_id = ${id} and reason = 'answer'`.execute(app.db)
  await earnedAgo(6)
  expect((await board(grace)).me.this_week).toBe(10)
  await earnedAgo(7)
  expect((await board(grace)).me).toMatchObject({ this_week: 0, total_points: 10 })
})
