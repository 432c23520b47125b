import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { plural } from '../../../shared/plural.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { badRequest, HttpError, limitReached, toHttpError, unavailable } from '../../../shared/server/http/errors.ts'
import { uploadedBytes, uploadedFiles, uploadForms } from '../../../shared/server/metrics.ts'
import type { App } from '../../../shared/server/services.ts'
import { type Media, maxUploadBytes, type Purpose } from '../contract.ts'
import { openDecoders } from './decoder-pool.ts'
import { openHashLists } from './hash-lists.ts'
import { type FormRule, type MultipartForm, parseMultipart, type ReceivedFile } from './parse-multipart.ts'
import { checkQuota, countUpload, type DecodedUpload, decodeUpload, storeUploads } from './upload-actions.ts'
import { createUploadLimits } from './upload-limits.ts'

type Decode = (file: ReceivedFile) => Promise<DecodedUpload | undefined>

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

/** Rejects if the operator's hash lists cannot be read. */
export async function openForms(app: App): Promise<Multipart> {
  const { db, storage, anonymity } = app
  const decoders = openDecoders(app.config.dataDir, ({ sandbox, reached }) =>
    app.http.log.info({ sandbox: sandbox.name, reached }, 'decoder sandbox'),
  )
  app.http.addHook('onClose', async () => decoders.close())
  const { log } = app.http
  const lists = app.config.hashLists === undefined ? undefined : await openHashLists(app.config.hashLists, log)
  app.http.addHook('onClose', async () => lists?.close())
  const openForm = createUploadLimits()
  return {
    mount(routes) {
      app.http.register(async (http) => {
        await http.register(multipart, { throwFileSizeLimit: false })
        routes({ ...app, http })
      })
    },
    async keep(request, viewer, choose, rule) {
      const allowance = openForm(viewer.id, (bytes) => {
        uploadedBytes.inc(bytes)
        return countUpload(db, anonymity, viewer, bytes)
      })
      try {
        await checkQuota(db, anonymity, viewer)
        const media = await storage.withTempFolder(async (folder) => {
          const received = await parseMultipart(request, folder, allowance, rule)
          await allowance.settle({ isEnd: true })
          const { purpose, files } = received
          if (purpose === 'message_file' || purpose === 'voice') await countFiles(app, viewer, files.length)
          const chosen = await choose(received, (file) =>
            decodeUpload({ db, decoders, lists, log }, viewer, { ...file, folder, purpose }),
          )
          if (chosen.length === 0 && !rule) throw badRequest('No valid files to upload')
          return chosen.length > 0 ? await storeUploads(db, storage, viewer, purpose, chosen) : []
        })
        if (media.length > 0) uploadForms.count('stored')
        uploadedFiles.inc(media.length)
        return media
      } catch (error) {
        const problem = toFormError(error, request)
        uploadForms.count(problem.status >= 500 ? 'failed' : 'refused')
        throw problem
      } finally {
        await allowance.settle({ isEnd: true }).catch(() => {}) // of an aborted or rejected form
        allowance.close()
      }
    },
  }
}

/** Throws 429 when the user has sent too many files this hour. */
async function countFiles({ limits }: App, viewer: Viewer, count: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    const seconds = await limits.takeHourly('file', viewer.id)
    if (seconds > 0)
      throw limitReached(`You’ve sent many files. Try again in ${plural(Math.ceil(seconds / 60), 'minute')}.`, seconds)
  }
}

/** Error for a file above the limit of its purpose. */
export function tooLarge(purpose: Purpose): HttpError {
  const limit = `${maxUploadBytes[purpose] / 1024 ** 2} MB`
  return new HttpError(
    413,
    'too_large',
    purpose === 'message_file' || purpose === 'voice'
      ? `This file is too large: at most ${limit}.`
      : `That file is too big. The limit is ${limit}.`,
  )
}

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
