import { type Listing, marketplace } from '../../features/marketplace/contract.ts'
import type { RequestInput } from '../../shared/contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import type { TestUser } from './users.ts'

export async function makeListing(
  app: App,
  seller: TestUser,
  values: Partial<RequestInput<typeof marketplace.create>['body']> = {},
): Promise<Listing> {
  const body = { title: 'A desk lamp', description: 'It works.', price: 12.5, ...values }
  const { status, body: reply } = await as(app, seller)(marketplace.create, { body })
  if (status !== 201) throw new Error(`${seller.name} could not sell: ${status} ${reply.error}`)
  return reply.data
}
