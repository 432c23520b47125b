import { makeListing } from '../factories/marketplace.ts'
import { makeSchoolmate, makeStudent, type Sample, type Samples } from './sample.ts'

const sampleListing: Sample = async (app, owner) => ({ params: { id: (await makeListing(app, owner)).id } })

export const marketplaceSamples: Samples = {
  'marketplace.show': sampleListing,
  'marketplace.remove': sampleListing,
  'marketplace.favorite': sampleListing,
  'marketplace.interest': async (app, owner) => ({
    ...(await sampleListing(app, await makeSchoolmate(app, owner))),
    body: { message: 'Is it still there?' },
  }),
  'marketplace.report': async (app, owner) => ({
    ...(await sampleListing(app, await makeStudent(app, owner))),
    body: { reason: 'spam' },
  }),
}
