import { auditActor } from '../../../shared/server/audit.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import { accepted, ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { blocklist } from '../blocklist-contract.ts'
import { listBlockedImages, removeBlockedImage } from './blocklist.ts'

/** The list of images that can't be uploaded again, for site administrators. */
export function blocklistRoutes(app: App) {
  serve(app, blocklist.list, async ({ db }) => {
    const { places, ...list } = await listBlockedImages(db)
    return inOrder(ok(list), { places, order: 'ascending' })
  })

  serve(app, blocklist.remove, async (call) => {
    const { db, params, body } = call
    const removed = await removeBlockedImage(db, auditActor(call), params.id, body.reason)
    const reply = okEmpty(removed ? 'Removed' : 'Another site administrator has to confirm this.')
    return accepted({ ...reply, removed }, !removed)
  })
}
