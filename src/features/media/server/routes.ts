import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { badRequest, notFound, Problem, problemOfDatabase, unavailable } from '../../../shared/server/errors.ts'
import type { House } from '../../../shared/server/house.ts'
import { serve, show } from '../../../shared/server/serve.ts'
import type { Viewer } from '../../../shared/server/viewer.ts'
import { media, mostBytes, type Purpose } from '../contract.ts'
import { openDecoders } from './images.ts'
import { findFetchable } from './queries.ts'
import { type Received, receive } from './receive.ts'
import { sendFile } from './send-file.ts'
import { checkQuota, keep, type Prepared, prepare, spendQuota } from './upload-actions.ts'

export function mediaRoutes(house: House) {
  const { db, storage } = house
  const decoders = openDecoders()
  house.http.addHook('onClose', async () => decoders.close())

  /** Receives a form, lets `choose` decode what is wanted of it, and keeps that; nothing else is left behind. */
  const upload = async (
    request: FastifyRequest,
    viewer: Viewer,
    choose: (received: Received, decode: (path: string) => Promise<Prepared | undefined>) => Promise<Prepared[]>,
  ) => {
    await checkQuota(db, viewer)
    try {
      return await storage.inScratch(async (folder) => {
        const received = await receive(request, folder)
        await spendQuota(db, viewer, received.bytes)
        const { purpose } = received
        const chosen = await choose(received, (path) => prepare(decoders, { path, folder, purpose }))
        if (chosen.length === 0) throw badRequest('No valid files to upload')
        return await keep(db, storage, viewer, purpose, chosen)
      })
    } catch (error) {
      throw problemOf(error, request)
    }
  }

  // A scope of its own: only these two routes read anything but JSON.
  house.http.register(async (http) => {
    await http.register(multipart, { throwFileSizeLimit: false })
    const scope = { ...house, http }

    serve(scope, media.upload, async ({ request, viewer }) => {
      const [only] = await upload(request, viewer, async ({ files, hasOversize, purpose }, decode) => {
        const [file] = files
        if (!file && hasOversize) throw tooLarge(purpose)
        const prepared = file && (await decode(file.path))
        return prepared ? [prepared] : []
      })
      if (!only) throw badRequest('No valid files to upload')
      return show({ url: only.url, media: only })
    })

    serve(scope, media.uploadMany, async ({ request, viewer }) => {
      const all = await upload(request, viewer, async ({ files }, decode) => {
        const decoded = await Promise.all(files.map(({ path }) => decode(path).catch(skipInvalid)))
        return decoded.filter((prepared) => prepared !== undefined)
      })
      return show({ urls: all.map(({ url }) => url), media: all })
    })
  })

  serve(house, media.file, async ({ db, viewer, params, request, reply }) => {
    const schoolId = await findFetchable(db, viewer, params.file)
    const file = schoolId && (await storage.open({ schoolId, name: params.file }))
    if (!file) throw notFound()
    return sendFile(request, reply, params.file, file)
  })
}

const tooLarge = (purpose: Purpose) =>
  new Problem(413, 'too_large', `This file is too large: at most ${mostBytes[purpose] / 1024 ** 2} MB.`)

/** Of several files the bad ones are left out: the ones with too many pixels, and those that a decoder died over. */
const skipInvalid = (): undefined => undefined

/** Refusals stay what they are; whatever else goes wrong between the client's disk and ours is a failed upload. */
function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const { code } = error as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT') return unavailable()
  if (code === 'FST_FILES_LIMIT') return badRequest('Maximum 10 files allowed')
  const problem = problemOfDatabase(error)
  if (problem) return problem
  request.log.info({ id: request.id, err: error })
  return badRequest('Upload failed')
}
