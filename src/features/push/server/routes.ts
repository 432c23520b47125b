import { HttpError, limitReached, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { push } from '../contract.ts'
import { assertUsable, deleteSubscription, enqueueTest, saveSubscription } from './actions.ts'
import { findPushKey, loadPushKey } from './keys.ts'
import { listDevices } from './queries.ts'

const turnedOff = () => notFound('Push notifications are turned off.')

export function pushRoutes(app: App) {
  const { config, limits, visibleTabs } = app
  const countChange = async (userId: string) => {
    const seconds = await limits.takeHourly('pushChange', userId)
    if (seconds > 0) throw limitReached('You changed your devices too often. Try again later.', seconds)
  }

  serve(app, push.key, async () => {
    const key = await loadPushKey(app)
    if (!key) throw turnedOff()
    return ok({ key: key.publicKey, key_id: key.id })
  })

  serve(app, push.list, async ({ db, viewer }) => ok(await listDevices(db, viewer)))

  serve(app, push.subscribe, {
    async run({ db, viewer, body }) {
      if (viewer.isShared)
        throw new HttpError(403, 'shared_computer', 'Notifications can’t be turned on on a shared computer.')
      await countChange(viewer.id)
      assertUsable(body, config.push?.hosts ?? [])
      if (!config.push) throw turnedOff()
      const key = await findPushKey({ ...app, db })
      if (body.key_id !== key?.id)
        throw new HttpError(409, 'key_changed', 'Turn on notifications again on this device.')
      return { id: await saveSubscription(db, viewer, body) }
    },
    // After the commit: the subscription of the other user has ended.
    present({ id }) {
      if (!id) throw new HttpError(409, 'endpoint_in_use', 'Another user received notifications in this browser.')
      return ok({ id })
    },
  })

  serve(app, push.remove, async ({ db, viewer, params }) => {
    await countChange(viewer.id)
    if (!(await deleteSubscription(db, viewer, params.id))) throw notFound('Device not found')
    return okEmpty()
  })

  serve(app, push.test, async ({ db, viewer }) => {
    const seconds = await limits.takeHourly('pushTest', viewer.id)
    if (seconds > 0) throw limitReached('You sent 3 tests within an hour. Try again later.', seconds)
    await enqueueTest(db, viewer)
    return okEmpty()
  })

  serve(app, push.visible, async ({ viewer, body }) => {
    await visibleTabs.report(viewer, body.visible)
    return okEmpty()
  })
}
