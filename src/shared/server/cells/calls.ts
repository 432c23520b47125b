import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Dispatcher } from 'undici'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { CellsConfig } from './config.ts'

/** Proves that a request comes from a server of this site, and names its cell. */
const secretHeader = 'quad-cells-secret'
const cellHeader = 'quad-cell'
/** How many servers have forwarded a request. */
const hopsHeader = 'quad-cell-hops'
/** A statement about the site administrator who makes the request (vouching.ts). */
export const administratorHeader = 'quad-cell-administrator'

/** A cell that accepts no connection within this time is away: the requests that wait for it fail. */
const connectTimeoutMs = 1500
const callTimeoutMs = 3000
/** The reply to an upload comes when all of it has arrived. */
const uploadTimeoutMs = 15 * 60_000
/** A list of a large cell takes longer than what servers ask each other. */
const requestTimeoutMs = 15_000

/** Connections to the servers of the other cells. Loads undici, which only installations with cells use here. */
export async function openCellCalls({ own, addresses, secret, replyMs }: CellsConfig) {
  const { Agent, buildConnector } = await import('undici')
  const breaker = createCircuitBreaker(buildConnector({ timeout: connectTimeoutMs }), { timeoutMs: connectTimeoutMs })
  const agent = new Agent({
    connect: breaker.connect,
    bodyTimeout: 0, // an event stream may be silent
  })
  const findAddress = (cell: string): string => {
    const address = addresses.get(cell)
    if (!address) throw new Error(`CELLS does not list ${cell}.`)
    return address
  }
  const proof = { [secretHeader]: secret, [cellHeader]: own }
  const call = async (cell: string, options: Pick<Dispatcher.RequestOptions, 'path' | 'method' | 'body'>) => {
    const json = options.body === undefined ? {} : { 'content-type': 'application/json' }
    const { statusCode, body } = await agent.request({
      origin: findAddress(cell),
      headers: { ...proof, ...json },
      headersTimeout: callTimeoutMs,
      bodyTimeout: callTimeoutMs,
      ...options,
    })
    if (statusCode === 200) return body.json()
    await body.dump()
    throw new Error(`The cell ${cell} replied ${statusCode} to ${options.method} ${options.path}.`)
  }
  return {
    get: (cell: string, path: string): Promise<unknown> => call(cell, { method: 'GET', path }),
    post: (cell: string, path: string, body: object): Promise<unknown> =>
      call(cell, { method: 'POST', path, body: JSON.stringify(body) }),
    /** Sends a request on as it is. `isUpload`: its reply may take minutes. */
    forward: async (
      cell: string,
      options: Omit<Dispatcher.RequestOptions, 'origin'>,
      { hops, isUpload }: { readonly hops: number; readonly isUpload: boolean },
    ) =>
      agent.request({
        ...options,
        origin: findAddress(cell),
        headersTimeout: isUpload ? uploadTimeoutMs : replyMs,
        headers: { ...(options.headers as Record<string, string>), ...proof, [hopsHeader]: String(hops) },
      }),
    /** Sends a request of a site administrator with a statement about them. */
    send: async (cell: string, options: Omit<Dispatcher.RequestOptions, 'origin'>, statement: string) =>
      agent.request({
        ...options,
        origin: findAddress(cell),
        headersTimeout: requestTimeoutMs,
        bodyTimeout: requestTimeoutMs,
        headers: { ...(options.headers as Record<string, string>), ...proof, [administratorHeader]: statement },
      }),
    close() {
      breaker.close()
      return agent.destroy()
    },
  }
}

export type CellCalls = Awaited<ReturnType<typeof openCellCalls>>

/** Whether only servers may set a header: what a browser claims in it is not passed on. */
export const isBetweenCells = (name: string): boolean => name.startsWith('quad-cell')

/** The cell that sent a request, and how often it was forwarded; undefined for a request from outside, whatever it claims. */
export function findSender(
  headers: IncomingHttpHeaders,
  { secret }: CellsConfig,
): { readonly cell: string; readonly hops: number } | undefined {
  const sent = headers[secretHeader]
  if (typeof sent !== 'string' || !isSame(sent, secret)) return undefined
  return { cell: String(headers[cellHeader]), hops: Number(headers[hopsHeader] ?? 0) }
}

/** The headers of a reply that another cell sent. */
export function copyHeaders(headers: IncomingHttpHeaders, reply: FastifyReply): void {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ownHeaders.has(name)) reply.header(name, value)
}

/** Of one connection, or written again by the server that replies. */
export const ownHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** In a time that says nothing about either text. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const digest = (text: string) => createHash('sha256').update(text).digest()
