import { badRequest, notFound } from '../../../shared/server/http/errors.ts'
import { ok, serve, serveWithSession } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { media } from '../contract.ts'
import { buildFindFetchable, type MediaAccess } from './access.ts'
import { type Multipart, tooLarge } from './multipart.ts'
import { sendByProxy, toProxyRequest } from './send-by-proxy.ts'
import { sendFile } from './send-file.ts'

export function mediaRoutes(app: App, forms: Multipart, access: MediaAccess) {
  const { storage } = app
  const { load, findElsewhere } = buildFindFetchable(access)

  forms.mount((scope) => {
    serve(scope, media.upload, async ({ request, viewer }) => {
      const [only] = await forms.keep(request, viewer, async ({ files, hasOversize, purpose }, decode) => {
        const [file] = files
        if (!file && hasOversize) throw tooLarge(purpose)
        const prepared = file && (await decode(file))
        return prepared ? [prepared] : []
      })
      if (!only) throw badRequest('No valid files to upload')
      return ok({ url: only.url, media: only })
    })

    serve(scope, media.uploadMany, async ({ request, viewer }) => {
      const all = await forms.keep(request, viewer, async ({ files }, decode) => {
        const decoded = await Promise.all(files.map((file) => decode(file).catch(skipInvalid)))
        return decoded.filter((prepared) => prepared !== undefined)
      })
      return ok({ urls: all.map(({ url }) => url), media: all })
    })
  })

  serveWithSession(app, media.file, {
    load,
    async run({ db, viewer, params, request, reply, row }) {
      const stored = row ?? (await findElsewhere(db, viewer, params.file))
      const forProxy = stored && app.config.proxySendsMedia ? toProxyRequest(request, stored) : undefined
      if (stored && forProxy)
        return sendByProxy(reply, stored, { ...forProxy, path: await storage.toProxyPath(stored) })
      const file = stored && (await storage.open(stored))
      if (!file) throw notFound()
      return sendFile(request, reply, stored, file)
    },
  })
}

/** With several files, skips invalid ones: too many pixels, or the decoder died. */
const skipInvalid = (): undefined => undefined
