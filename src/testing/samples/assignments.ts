import type { App } from '../../shared/server/services.ts'
import { makeAnswer, makeAssignment } from '../factories/assignments.ts'
import type { TestUser } from '../factories/users.ts'
import { makeStudent, type Sample, type Samples } from './sample.ts'

const sampleAssignment: Sample = async (app, owner) => ({ params: { id: (await makeAssignment(app, owner)).id } })

export const sampleAnswer = async (app: App, owner: TestUser) => {
  const assignment = await makeAssignment(app, owner)
  return { assignment, answer: await makeAnswer(app, await makeStudent(app, owner), assignment) }
}

export const assignmentsSamples: Samples = {
  'assignments.show': sampleAssignment,
  'assignments.update': async (app, owner) => ({
    ...(await sampleAssignment(app, owner)),
    body: { title: 'Limits', description: 'Which one?', subject: 'Mathematics' },
  }),
  'assignments.remove': sampleAssignment,
  'assignments.complete': sampleAssignment,
  'assignments.incomplete': sampleAssignment,
  'assignments.report': async (app, owner) => ({
    ...(await sampleAssignment(app, await makeStudent(app, owner))),
    body: { reason: 'spam' },
  }),
  'answers.list': async (app, owner) => ({ params: { id: (await sampleAnswer(app, owner)).assignment.id } }),
  'answers.create': async (app, owner) => ({
    ...(await sampleAssignment(app, owner)),
    body: { content: 'It does, by comparison.' },
  }),
  'answers.best': async (app, owner) => {
    const { assignment, answer } = await sampleAnswer(app, owner)
    return { params: { id: assignment.id, aid: answer.id } }
  },
  'answers.helpful': async (app, owner) => ({ params: { id: (await sampleAnswer(app, owner)).answer.id } }),
  'answers.report': async (app, owner) => ({
    params: { id: (await sampleAnswer(app, owner)).answer.id },
    body: { reason: 'spam' },
  }),
}
