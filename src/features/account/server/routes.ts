import { finished, pipeline } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withSessionTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { assertRecentlyAuthenticated } from '../../../shared/server/auth/session.ts'
import { clearBrowserSession } from '../../../shared/server/auth/session-cookie.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { assertOwnSite } from '../../../shared/server/http/fetch-site.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { closeUserAppeals } from '../../appeals/server/actions.ts'
import { account } from '../contract.ts'
import { deleteAccount, restoreAccount } from './deletion.ts'
import { claimCopy, removeCopy, requestExport } from './export.ts'
import { decryption, isExportSecret } from './export-encryption.ts'
import { copyHours, findCopy, findCopyStatus } from './export-queries.ts'

export function accountRoutes(app: App) {
  const remove = async (trx: Trx, viewer: Viewer, anonymous: 'delete' | 'keep', reply: FastifyReply) => {
    await deleteAccount(trx, viewer, anonymous)
    await closeUserAppeals(trx, app.anonymity, viewer)
    clearBrowserSession(reply, app.config)
  }
  serve(app, account.remove, async ({ db, viewer, body, reply }) => {
    await remove(db, viewer, body.anonymous, reply)
    return okEmpty('Your account has been deleted. Sign in within 28 days to get it back.')
  })
  serve(app, account.removeBlocked, async ({ db, viewer, body, reply }) => {
    await withSessionTransaction(db, viewer, (trx) => remove(trx, viewer, body.anonymous, reply))
    return okEmpty('Your account has been deleted.')
  })
  serve(app, account.restore, async ({ db, viewer }) => {
    await withTransaction(db, (trx) => restoreAccount(trx, viewer))
    return okEmpty('Welcome back. Your account has been restored.')
  })

  const { secure } = app.config
  const keyCookie = `${secure ? '__Secure-' : ''}quad_export`
  const keyOptions = { httpOnly: true, sameSite: 'strict', secure } as const
  type Call = { readonly viewer: Viewer; readonly request: FastifyRequest; readonly reply: FastifyReply }
  const request = async (trx: Trx, { viewer, request, reply }: Call, path: string) => {
    await assertRecentlyAuthenticated(trx, viewer)
    const secret = await requestExport(trx, viewer)
    if (secret) reply.setCookie(keyCookie, secret, { ...keyOptions, path, maxAge: (copyHours + 1) * 3600 })
    return ok(await findCopyStatus(trx, viewer, secret ?? request.cookies[keyCookie]))
  }
  serve(app, account.requestExport, (call) => request(call.db, call, exportPath))
  serve(app, account.requestExportBlocked, (call) =>
    withSessionTransaction(call.db, call.viewer, (trx) => request(trx, call, blockedExportPath)),
  )
  for (const route of [account.exportStatus, account.exportStatusBlocked] as const)
    serve(app, route, async ({ db, viewer, request }) =>
      ok(await findCopyStatus(db, viewer, request.cookies[keyCookie])),
    )
  const download = async (db: Db, { viewer, request, reply }: Call, path: string) => {
    assertOwnSite(request, app.config)
    const secret = request.cookies[keyCookie]
    const copy = await findCopy(db, viewer)
    if (copy?.status === 'preparing') return reply.code(202).send(ok(await findCopyStatus(db, viewer, secret)))
    const { file: name, envelope } = copy ?? {}
    if (!copy || !name || !envelope) throw notFound('There’s no download yet. Request your data first.')
    await assertRecentlyAuthenticated(db, viewer)
    if (!isExportSecret(secret, copy.public_key))
      throw forbidden('You can only save this download in the browser you requested it from.')
    const file = await app.storage.open({ schoolId: viewer.schoolId, name })
    if (!file) throw notFound('There’s no download yet. Request your data first.')
    reply.type('application/zip').headers({
      'content-disposition': 'attachment; filename="my-data.zip"',
      'content-length': file.size,
      'x-content-type-options': 'nosniff',
    })
    if (request.method === 'HEAD') return reply.send(file.stream()) // HEAD sends the headers only
    if (!(await claimCopy(app.db, viewer, name))) {
      await file.close()
      throw notFound('There’s no download yet. Request your data first.')
    }
    // The only download: the file is removed whether it succeeds or fails. After a crash the cleanup job removes it.
    finished(reply.raw, (failure) => {
      void removeCopy(app, viewer, { file: name, isComplete: !failure && reply.statusCode === 200 }).catch((err) =>
        request.log.warn({ id: request.id, err }, 'failed to delete export'),
      )
    })
    reply.clearCookie(keyCookie, { ...keyOptions, path })
    const [decipher, content] = decryption(envelope, viewer, secret)
    pipeline(file.stream(), decipher, content, () => {}) // an error reaches the reply through `content`
    return reply.send(content)
  }
  serve(app, account.downloadExport, (call) => download(call.db, call, exportPath))
  serve(app, account.downloadExportBlocked, (call) => download(call.db, call, blockedExportPath))
}

const exportPath = '/api/users/me/export'
/** The cookie with the key of a copy is sent to one of them only. */
const blockedExportPath = '/api/account/export'
