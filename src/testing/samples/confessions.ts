import { makeConfession } from '../factories/confessions.ts'
import { findRuleId } from '../factories/decisions.ts'
import { makeSchoolmate, type Sample, type Samples } from './sample.ts'

const sampleConfession: Sample = async (app, owner) => ({ params: { id: (await makeConfession(app, owner)).id } })

/** A confession that no moderator has read yet. */
const sampleWaiting: Sample = async (app, owner) => {
  const school = app.db.updateTable('schools').where('id', '=', owner.schoolId)
  await school.set({ confessions_mode: 'read_first' }).execute()
  const { id } = await makeConfession(app, await makeSchoolmate(app, owner))
  await school.set({ confessions_mode: 'on' }).execute()
  return { params: { id } }
}

export const confessionsSamples: Samples = {
  'waitingConfessions.approve': sampleWaiting,
  'waitingConfessions.reject': async (app, owner) => ({
    ...(await sampleWaiting(app, owner)),
    body: { rule_id: await findRuleId(app, owner.schoolId), reason: 'It names another student.' },
  }),
  'confessions.remove': sampleConfession,
  'confessions.like': sampleConfession,
  'confessions.report': async (app, owner) => ({
    ...(await sampleConfession(app, owner)),
    body: { reason: 'spam' },
  }),
}
