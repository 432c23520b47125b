import { notFound } from '../../../shared/server/errors.ts'
import type { House } from '../../../shared/server/house.ts'
import { ok, serve, show } from '../../../shared/server/serve.ts'
import { clearBrowserSession } from '../../../shared/server/session-cookie.ts'
import { people } from '../contract.ts'
import { updateProfile } from './actions.ts'
import { askForCopy, forgetCopy } from './export-actions.ts'
import { findCopy, findCopyStatus } from './export-queries.ts'
import { deleteAccount, restoreAccount } from './leaving-actions.ts'
import { findMe } from './queries.ts'

export function peopleRoutes(house: House) {
  serve(house, people.update, async ({ db, viewer, body }) => {
    await updateProfile(db, viewer, body)
    return findMe(db, viewer)
  })

  serve(house, people.remove, async ({ db, viewer, reply }) => {
    await deleteAccount(db, viewer)
    clearBrowserSession(reply, house.config)
    return ok('Your account is deleted. You can take that back for 28 days: just sign in again.')
  })
  serve(house, people.restore, async ({ db, viewer }) => {
    await restoreAccount(db, viewer)
    return ok('Welcome back. Your account is restored.')
  })

  serve(house, people.askForData, async ({ db, viewer }) => {
    await askForCopy(db, viewer)
    return show(await findCopyStatus(db, viewer))
  })
  serve(house, people.dataStatus, async ({ db, viewer }) => show(await findCopyStatus(db, viewer)))
  serve(house, people.data, async ({ db, viewer, request, reply }) => {
    const copy = await findCopy(db, viewer)
    if (copy?.status === 'preparing') return reply.code(202).send(show(await findCopyStatus(db, viewer)))
    const { file: name } = copy ?? {}
    const file = name ? await house.storage.open({ schoolId: viewer.schoolId, name }) : undefined
    if (!name || !file) throw notFound('There is no copy of your data. Ask for one first.')
    if (request.method === 'GET') {
      reply.raw.once('finish', () => void forgetCopy(house.db, viewer, name).catch(() => {})) // else its time ends it
    }
    return reply
      .type('application/zip')
      .headers({
        'content-disposition': 'attachment; filename="my-data.zip"',
        'content-length': file.size,
        'x-content-type-options': 'nosniff',
      })
      .send(file.stream())
  })
}
