import { marketplace } from '../../features/marketplace/contract.ts'
import { meetings } from '../../features/marketplace/meetings-contract.ts'
import { listingSearches } from '../../features/marketplace/searches-contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import { makeListing } from '../factories/marketplace.ts'
import type { TestUser } from '../factories/users.ts'
import { makeSchoolmate, makeStudent, type Sample, type Samples } from './sample.ts'

const sampleListing: Sample = async (app, owner) => ({ params: { id: (await makeListing(app, owner)).id } })

/** A listing that a schoolmate has asked about. */
async function sampleRequestedListing(app: App, owner: TestUser) {
  const params = { id: (await makeListing(app, owner)).id }
  const buyer = await makeSchoolmate(app, owner)
  await as(app, buyer)(marketplace.interest, { params, body: {} })
  return { params, buyer }
}

const makeSearch = async (app: App, owner: TestUser) => {
  const body = { name: 'Cheap lamps', filters: { search: 'lamp', price_max: '20' } }
  return (await as(app, owner)(listingSearches.create, { body })).body.data
}

/** A meeting that the owner proposed to a buyer, or the buyer to the owner. */
async function sampleMeeting(app: App, owner: TestUser, proposer: 'owner' | 'buyer') {
  const { params, buyer } = await sampleRequestedListing(app, owner)
  await listPlace(app, owner)
  const at = Math.floor(Date.now() / 1000) + 3600
  const person = proposer === 'owner' ? owner : buyer
  const { body } = await as(app, person)(meetings.create, { params, body: { place_id: 1, at } })
  const accept = () => as(app, buyer)(meetings.accept, { params: { id: body.data.id } })
  return { params: { id: body.data.id }, accept }
}

const listPlace = ({ db }: App, { schoolId }: TestUser) =>
  db
    .updateTable('schools')
    .set({ places: JSON.stringify([{ id: 1, name: 'Library', map: 'Main entrance', hours: '' }]) })
    .where('id', '=', schoolId)
    .execute()

const findConversation = async ({ db }: App, listing: string) =>
  (
    await db
      .selectFrom('conversations')
      .where('marketplace_listing_id', '=', listing)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id

export const marketplaceSamples: Samples = {
  'meetings.show': async (app, owner) => {
    const { params } = await sampleRequestedListing(app, owner)
    return { params: { id: await findConversation(app, params.id) } }
  },
  'meetings.create': async (app, owner) => {
    const { params } = await sampleRequestedListing(app, owner)
    await listPlace(app, owner)
    const at = Math.floor(Date.now() / 1000) + 3600
    return { params, body: { place_id: 1, at, conversation_id: await findConversation(app, params.id) } }
  },
  'meetings.accept': async (app, owner) => ({ params: (await sampleMeeting(app, owner, 'buyer')).params }),
  'meetings.decline': async (app, owner) => ({ params: (await sampleMeeting(app, owner, 'owner')).params }),
  'meetings.ics': async (app, owner) => {
    const { params, accept } = await sampleMeeting(app, owner, 'owner')
    await accept()
    return { params }
  },
  'marketplace.show': sampleListing,
  'marketplace.update': async (app, owner) => ({ ...(await sampleListing(app, owner)), body: { title: 'A lamp' } }),
  'marketplace.prices': sampleListing,
  'marketplace.changeState': async (app, owner) => {
    const { params, buyer } = await sampleRequestedListing(app, owner)
    return { params, body: { state: 'reserved', for: buyer.id } }
  },
  'marketplace.renew': async (app, owner) => {
    const { id } = await makeListing(app, owner)
    await as(app, owner)(marketplace.changeState, { params: { id }, body: { state: 'withdrawn' } })
    return { params: { id } }
  },
  'marketplace.outcome': async (app, owner) => {
    const { id } = await makeListing(app, owner)
    await as(app, owner)(marketplace.changeState, { params: { id }, body: { state: 'sold' } })
    return { params: { id }, body: { outcome: 'went_well' } }
  },
  'marketplace.buyers': async (app, owner) => ({ params: (await sampleRequestedListing(app, owner)).params }),
  'listingSearches.update': async (app, owner) => ({
    params: { id: (await makeSearch(app, owner)).id },
    body: { name: 'Lamps' },
  }),
  'listingSearches.remove': async (app, owner) => ({ params: { id: (await makeSearch(app, owner)).id } }),
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
