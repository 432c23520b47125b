import { push } from '../../features/push/contract.ts'
import { as } from '../app.ts'
import { subscribe } from '../factories/push.ts'
import { createBrowser } from '../push-browser.ts'
import type { Samples } from './sample.ts'

export const pushSamples: Samples = {
  'push.subscribe': async (app, owner) => {
    const { body } = await as(app, owner)(push.key)
    return { body: { ...createBrowser().subscription, key_id: body.data.key_id } }
  },
  'push.remove': async (app, owner) => ({ params: { id: await subscribe(app, owner, createBrowser().subscription) } }),
  'push.visible': async () => ({ body: { visible: true } }),
}
