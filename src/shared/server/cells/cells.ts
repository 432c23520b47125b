import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SchoolSource } from '../../contract.ts'
import { parseSessionToken } from '../auth/session.ts'
import { sessionCookieName } from '../auth/session-cookie.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { Config } from '../config.ts'
import type { EpochStore } from '../crypto/epoch-store.ts'
import type { Db } from '../db/pools.ts'
import { uuidFromHex } from '../db/sql.ts'
import { badRequest, notFound, unavailable } from '../http/errors.ts'
import type { Live } from '../live/streams.ts'
import { copyHeaders, findSender, isBetweenCells, openCellCalls, ownHeaders } from './calls.ts'
import type { CellsConfig } from './config.ts'
import { directoryPath, openDirectory } from './directory.ts'
import { openSiteRequests } from './site-requests.ts'
import { readStatement } from './vouching.ts'

declare module 'fastify' {
  export interface FastifyContextConfig {
    /** Absent for what every cell serves alike. */
    schoolFrom?: SchoolSource
  }
}

/** Source, target, and the source again when the target asks it back. */
const maxHops = 3

type Tools = {
  readonly http: FastifyInstance
  readonly db: Db
  readonly config: Config
  readonly live: Pick<Live, 'endSchool'>
  /** Without the keys of a school that arrives, its anonymous items would be sealed as if authorship did not end. */
  readonly epochs: Pick<EpochStore, 'refresh'>
}

/**
 * Joins this server to the other cells of its site: requests for schools of another cell go there from now on. Call it before routes are
 * mounted.
 */
export async function openCells({ http, db, config, live, epochs }: Tools, cells: CellsConfig) {
  const calls = await openCellCalls(cells)
  const onProblem = (err: unknown) => http.log.warn({ err }, 'a cell does not respond')
  const directory = await openDirectory(db, cells, {
    calls,
    onProblem,
    onLeave: live.endSchool,
    onArrive: epochs.refresh,
  }).catch(async (error) => {
    await calls.close()
    throw error
  })
  http.addHook('onClose', async () => {
    await calls.close()
    await directory.close()
  })
  const openStreams = new Set<AbortController>()
  http.addHook('preClose', async () => {
    for (const stream of openStreams) stream.abort() // they would keep the server from closing; browsers open them again elsewhere
  })
  const cookie = sessionCookieName(config.secure)

  const findPlace = async (request: FastifyRequest, from: string | undefined): Promise<string> => {
    const { schoolFrom = 'session' } = request.routeOptions.config
    if (schoolFrom === 'none') return cells.own
    if (schoolFrom === 'state') {
      const [cell = ''] = String((request.query as { state?: unknown }).state).split('.')
      if (cells.addresses.has(cell)) return cell
    }
    const named = typeof schoolFrom === 'object' && (request.params as Record<string, string>)[schoolFrom.param]
    const school = named ? parseSchool(named) : parseSessionToken(request.cookies[cookie])?.schoolId
    return school ? directory.findCell(school, from) : cells.own
  }

  http.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.schoolFrom) return
    const sender = findSender(request.headers, cells)
    const place = await findPlace(request, sender?.cell)
    if (place === cells.own) return
    const hops = sender?.hops ?? 0
    if (hops >= maxHops) throw unavailable(new Error('The cells send a request in a circle.'))
    return forward(place, hops + 1, request, reply)
  })

  const forward = async (cell: string, hops: number, request: FastifyRequest, reply: FastifyReply) => {
    const gone = new AbortController()
    reply.raw.once('close', () => {
      openStreams.delete(gone)
      gone.abort()
    })
    const { method, raw } = request
    const { statusCode, headers, body } = await calls
      .forward(
        cell,
        {
          path: request.url,
          method: method as 'GET',
          headers: toForwardedHeaders(request),
          body: hasBody(request) ? toBody(raw) : null,
          signal: gone.signal,
        },
        { hops, isUpload: request.routeOptions.config.isSlow ?? false },
      )
      .catch((error) => {
        throw unavailable(error)
      })
    if (statusCode === 431) {
      await body.dump()
      throw badRequest('That link isn’t valid.') // an address that only with our headers is too long for Node
    }
    copyHeaders(headers, reply)
    if (String(headers['content-type']).startsWith('text/event-stream')) openStreams.add(gone)
    return reply.code(statusCode).send(body)
  }

  /** For routes that only servers of other cells call: to everyone else they do not exist. */
  const assertCell = async (request: FastifyRequest) => {
    if (!findSender(request.headers, cells)) throw notFound()
  }

  http.get(directoryPath, { config: { isWatch: true }, onRequest: assertCell }, ({ query }) =>
    directory.describe({ isFresh: 'fresh' in (query as object) }),
  )

  return {
    own: cells.own,
    directory,
    siteRequests: openSiteRequests(cells, { calls, directory, log: http.log }),
    /** The site administrator of another cell who makes the request; undefined for every other request. Throws 404 for a user of this cell. */
    findVouched(request: FastifyRequest): Viewer | undefined {
      const viewer = readStatement(request, cells)
      if (viewer && directory.isOwn(viewer.schoolId)) throw notFound() // they have a session here, or no rights
      return viewer
    },
    /** Calls a server of another cell, on a route of `receive`. */
    call: calls.post,
    /**
     * Calls the other cells one after the other until one replies with something that `read` returns; undefined when none does. Throws 503
     * when a cell that may have it is silent.
     */
    async findElsewhere<R>(
      path: string,
      body: object,
      read: (reply: unknown) => R | undefined,
    ): Promise<R | undefined> {
      let problem: unknown
      for (const cell of directory.others) {
        try {
          const found = read(await calls.post(cell, path, body))
          if (found !== undefined) return found
        } catch (error) {
          problem = error
        }
      }
      if (problem) throw unavailable(problem)
      return undefined
    },
    /** Mounts a route that servers of other cells `call`. */
    receive: (path: string, take: (body: unknown) => Promise<object>) =>
      void http.post(path, { onRequest: assertCell }, (request) => take(request.body)),
  }
}

export type Cells = Awaited<ReturnType<typeof openCells>>

/** The school that an address names: an id, or a token that begins with its bytes. */
function parseSchool(text: string): string | undefined {
  const [id] = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text) ?? []
  if (id) return id
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length >= 16 ? uuidFromHex(bytes.toString('hex', 0, 16)) : undefined
}

const hasBody = ({ method, headers }: FastifyRequest) =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0')

/** Undici destroys a body that it does not need any more, which would close the client's connection. */
function toBody(raw: IncomingMessage): Readable {
  const body = raw.pipe(new PassThrough())
  raw.once('close', () => {
    if (!raw.readableEnded) body.destroy()
  })
  return body.on('error', () => {}) // the request reports it
}

/** As a proxy forwards them: the cell that replies has to trust our address (TRUSTED_PROXIES). */
function toForwardedHeaders(request: FastifyRequest): Record<string, string | string[]> {
  const { headers, raw } = request
  const kept: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !ownHeaders.has(name) && !isBetweenCells(name) && name !== 'expect') kept[name] = value
  }
  if (!hasBody(request)) delete kept['content-length']
  const before = headers['x-forwarded-for']
  const client = raw.socket.remoteAddress ?? ''
  return { ...kept, 'x-forwarded-for': before ? `${before}, ${client}` : client }
}
