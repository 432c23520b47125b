import { makeConfession } from '../factories/confessions.ts'
import type { Sample, Samples } from './sample.ts'

const sampleConfession: Sample = async (app, owner) => ({ params: { id: (await makeConfession(app, owner)).id } })

export const confessionsSamples: Samples = {
  'confessions.remove': sampleConfession,
  'confessions.like': sampleConfession,
  'confessions.report': async (app, owner) => ({
    ...(await sampleConfession(app, owner)),
    body: { reason: 'spam' },
  }),
}
