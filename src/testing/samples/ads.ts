import { makeAd } from '../factories/ads.ts'
import type { Sample, Samples } from './sample.ts'

const sampleAd: Sample = async (app, { schoolId }) => ({
  params: { id: (await makeAd(app, { school: schoolId })).id },
})

export const adsSamples: Samples = {
  'ads.impression': sampleAd,
  'ads.click': sampleAd,
  'ads.update': async (app, owner) => ({
    ...(await sampleAd(app, owner)),
    body: { title: 'Coffee', target_school_id: owner.schoolId },
  }),
  'ads.patch': async (app, owner) => ({
    ...(await sampleAd(app, owner)),
    body: { is_active: false, target_school_id: owner.schoolId },
  }),
  'ads.remove': sampleAd,
  'ads.analytics': sampleAd,
  'ads.create': async (_app, { schoolId }) => ({
    body: { title: 'Tea', description: 'Hot', target_url: '#', target_school_id: schoolId },
  }),
}
