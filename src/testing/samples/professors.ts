import { makeProfessor, makeRating, sampleRating } from '../factories/professors.ts'
import { makeStudent, type Sample, type Samples } from './sample.ts'

const sampleProfessor: Sample = async (app, owner) => ({ params: { id: (await makeProfessor(app, owner)).id } })

const sampleRatingOfSchoolmate: Sample = async (app, owner) => {
  const student = await makeStudent(app, owner)
  // Signed: a report of a sealed rating could not be unsealed after the canary has overwritten the rating.
  const rating = await makeRating(app, student, await makeProfessor(app, student), { anonymous: false })
  return { params: { id: rating.id } }
}

export const professorsSamples: Samples = {
  'professors.show': sampleProfessor,
  'professors.report': async (app, owner) => ({
    ...(await sampleProfessor(app, await makeStudent(app, owner))),
    body: { reason: 'spam' },
  }),
  'professors.courses': async (app, owner) => ({
    params: { id: (await makeProfessor(app, owner, { courses_taught: '["CS101 - Algorithms"]' })).id },
  }),
  'ratings.list': async (app, owner) => {
    const professor = await makeProfessor(app, owner)
    await makeRating(app, owner, professor)
    return { params: { id: professor.id } }
  },
  'ratings.create': async (app, owner) => {
    const { id } = await makeProfessor(app, owner, { courses_taught: '["CS101 - Algorithms"]' })
    const course = await app.db.selectFrom('professor_courses').where('professor_id', '=', id).select('id').execute()
    return { params: { id }, body: { ...sampleRating, course_id: course[0]?.id } }
  },
  'ratings.update': async (app, owner) => ({
    params: { id: (await makeRating(app, owner, await makeProfessor(app, owner), { anonymous: false })).id },
    body: sampleRating,
  }),
  'ratings.remove': async (app, owner) => ({
    params: { id: (await makeRating(app, owner, await makeProfessor(app, owner))).id },
  }),
  'ratings.vote': async (app, owner) => ({
    ...(await sampleRatingOfSchoolmate(app, owner)),
    body: { is_helpful: true },
  }),
  'ratings.report': async (app, owner) => ({
    ...(await sampleRatingOfSchoolmate(app, owner)),
    body: { reason: 'spam' },
  }),
}
