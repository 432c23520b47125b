import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { badRequest, HttpError, toHttpError, unavailable } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import { type Media, maxUploadBytes, type Purpose } from '../contract.ts'
import { openDecoders } from './decoder-pool.ts'
import { type FormRule, type MultipartForm, parseMultipart } from './parse-multipart.ts'
import { checkQuota, countUpload, type DecodedUpload, decodeUpload, storeUploads } from './upload-actions.ts'
import { createUploadLimits } from './upload-limits.ts'

type Decode = (path: string) => Promise<DecodedUpload | undefined>

/** Parses multipart forms for routes that accept files. */
export type Multipart = {
  /** Mounts the routes in an encapsulated Fastify scope. All other routes accept only JSON. */
  mount(routes: (scope: App) => void): void
  /** Receives a form, lets `choose` decode the files it needs and stores those. Deletes all other files. */
  keep(
    request: FastifyRequest,
    viewer: Viewer,
    choose: (received: MultipartForm, decode: Decode) => Promise<DecodedUpload[]>,
    rule?: FormRule,
  ): Promise<Media[]>
}

export function openForms(app: App): Multipart {
  const { db, storage, anonymity } = app
  const decoders = openDecoders(app.config.dataDir, ({ sandbox, reached }) =>
    app.http.log.info({ sandbox: sandbox.name, reached }, 'decoder sandbox'),
  )
  app.http.addHook('onClose', async () => decoders.close())
  const openForm = createUploadLimits()
  return {
    mount(routes) {
      app.http.register(async (http) => {
        await http.register(multipart, { throwFileSizeLimit: false })
        routes({ ...app, http })
      })
    },
    async keep(request, viewer, choose, rule) {
      const allowance = openForm(viewer.id, (bytes) => countUpload(db, anonymity, viewer, bytes))
      try {
        await checkQuota(db, anonymity, viewer)
        return await storage.withTempFolder(async (folder) => {
          const received = await parseMultipart(request, folder, allowance, rule)
          await allowance.settle({ isEnd: true })
          const { purpose } = received
          const chosen = await choose(received, (path) => decodeUpload(decoders, { path, folder, purpose }))
          if (chosen.length === 0 && !rule) throw badRequest('No valid files to upload')
          return chosen.length > 0 ? await storeUploads(db, storage, viewer, purpose, chosen) : []
        })
      } catch (error) {
        throw toFormError(error, request)
      } finally {
        await allowance.settle({ isEnd: true }).catch(() => {}) // of an aborted or rejected form
        allowance.close()
      }
    },
  }
}

/** Error for a file above the limit of its purpose. */
export const tooLarge = (purpose: Purpose) =>
  new HttpError(413, 'too_large', `That file is too big. The limit is ${maxUploadBytes[purpose] / 1024 ** 2} MB.`)

/** Errors of the disk, not of the file: full, read-only, broken, or too many open files. */
const brokenDisk = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE']

/** Passes client errors through. Any other failure between the client and the disk becomes a failed upload. */
function toFormError(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error
  const { code } = error as { code?: string }
  if (code && brokenDisk.includes(code)) return unavailable(error)
  if (code === 'FST_FILES_LIMIT') return badRequest('Maximum 10 files allowed')
  const hasHungUp = request.raw.destroyed && !request.raw.complete // a connection that the client closed looks like a PostgreSQL connection failure
  const problem = hasHungUp ? undefined : toHttpError(error)
  if (problem) return problem
  request.log.info({ id: request.id, err: error })
  return badRequest('Upload failed')
}
