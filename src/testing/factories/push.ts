import { push } from '../../features/push/contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import type { BrowserSubscription } from '../push-browser.ts'
import type { TestUser } from './users.ts'

/** Makes a browser receive the pushes of this user. Returns the id of the device. */
export async function subscribe(app: App, user: TestUser, subscription: BrowserSubscription): Promise<string> {
  const { body: key } = await as(app, user)(push.key)
  const ask = { body: { ...subscription, key_id: key.data.key_id } }
  const { status, body } = await as(app, user)(push.subscribe, ask)
  if (status !== 200) throw new Error(`${user.name} could not subscribe: ${status} ${body.error}`)
  return body.data.id
}
