// Requests of a site administrator, which their own cell has authenticated, to the cells of other schools (decision 0190).
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import type { Viewer } from '../auth/viewer.ts'
import { HttpError, unavailable } from '../http/errors.ts'
import type { CellCalls } from './calls.ts'
import type { CellsConfig } from './config.ts'
import type { Directory } from './directory.ts'
import { writeStatement } from './vouching.ts'

/** One request of a site administrator. */
export type SiteRequest = { readonly viewer: Viewer; readonly request: FastifyRequest }

/** Of a reply in JSON. */
export type CellReply = { readonly status: number; readonly text: string }

type Tools = { readonly calls: CellCalls; readonly directory: Directory; readonly log: FastifyBaseLogger }

/** Headers that other replies than JSON depend on. */
const passedOn = ['range', 'if-range', 'if-none-match', 'if-modified-since']

export function openSiteRequests(cells: CellsConfig, { calls, directory, log }: Tools) {
  const send = async (cell: string, { viewer, request }: SiteRequest): Promise<Dispatcher.ResponseData> => {
    const { method, url, headers, body, id: requestId } = request
    const hasJson = body !== undefined && body !== null
    const passed = passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]))
    const options = {
      path: url,
      method: method as 'GET',
      headers: {
        ...Object.fromEntries(passed),
        accept: 'application/json',
        ...(hasJson ? { 'content-type': 'application/json' } : {}),
      },
      body: hasJson ? JSON.stringify(body) : null,
    }
    const response = await calls.send(cell, options, writeStatement(cells, viewer, { method, url, requestId }))
    if (response.statusCode !== 401) return response
    await response.body.dump() // a release that knows no statements; passed on, it would sign the administrator out
    throw new Error(`The cell ${cell} accepts no statement.`)
  }

  /** Instead of waiting for a cell again that did not reply the last time. */
  const assertHeard = (cell: string) => {
    if (directory.isSilent(cell)) throw new Error(`The cell ${cell} is silent.`)
  }

  return {
    own: cells.own,

    /** The cell of a school. Throws 503 while that is not known. */
    findCell: (schoolId: string): Promise<string> => directory.findCell(schoolId),

    /** What `read` makes of the replies of these cells, by default of all others, and the cells which did not reply. */
    async askAll<T>(
      asked: SiteRequest,
      read: (body: Dispatcher.ResponseData['body']) => Promise<T>,
      asking: readonly string[] = directory.others,
    ): Promise<{ readonly replies: T[]; readonly silent: string[] }> {
      const silent = new Set<string>()
      const ask = async (cell: string): Promise<T[]> => {
        try {
          assertHeard(cell)
          const { statusCode, body } = await send(cell, asked)
          if (statusCode === 200) return [await read(body)]
          await body.dump()
          throw new Error(`It replied ${statusCode}.`)
        } catch (err) {
          log.warn({ err, cell }, 'a cell is missing in a list of all schools')
          silent.add(cell)
          return []
        }
      }
      const replies = (await Promise.all(asking.map(ask))).flat()
      return { replies, silent: asking.filter((cell) => silent.has(cell)) }
    },

    /** What this cell replies. Throws 503 when it does not. */
    send: (cell: string, asked: SiteRequest): Promise<Dispatcher.ResponseData> =>
      send(cell, asked).catch((error) => {
        throw unavailable(error)
      }),

    /**
     * The reply of the first other cell that does not say 404; undefined when all do. One after the other: only one has the row. Throws 503
     * when it may be in a cell that does not reply.
     */
    async findReply(asked: SiteRequest): Promise<Dispatcher.ResponseData | undefined> {
      let problem: unknown
      for (const cell of directory.others) {
        try {
          assertHeard(cell)
          const response = await send(cell, asked)
          if (response.statusCode !== 404) return response
          await response.body.dump()
        } catch (error) {
          problem = error
        }
      }
      if (problem) throw unavailable(problem)
      return undefined
    },
  }
}

export type SiteRequests = ReturnType<typeof openSiteRequests>

/** The JSON of a reply. Throws its error as one of this server. */
export async function readReply({ statusCode: status, body }: Dispatcher.ResponseData): Promise<CellReply> {
  const text = await body.text().catch((error) => {
    throw unavailable(error)
  })
  if (status < 400) return { status, text }
  const { error, code, fields, success: _, request_id: __, ...extra } = JSON.parse(text) as Record<string, unknown>
  throw new HttpError(status, String(code), String(error), {
    extra,
    ...(fields ? { fields: fields as Record<string, string> } : {}),
  })
}
