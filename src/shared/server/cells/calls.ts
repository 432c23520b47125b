import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { CellsConfig } from './config.ts'

/** Proves that a request comes from a server of this site, and names its cell. */
const secretHeader = 'quad-cells-secret'
const cellHeader = 'quad-cell'
/** How many servers have forwarded a request. */
const hopsHeader = 'quad-cell-hops'

/** A cell that accepts no connection within this time is away: the requests that wait for it fail. */
const connectTimeoutMs = 1500
const callTimeoutMs = 3000

/** Connections to the servers of the other cells. Loads undici, which only installations with cells use here. */
export async function openCellCalls({ own, addresses, secret }: CellsConfig) {
  const { Agent, buildConnector } = await import('undici')
  const breaker = createCircuitBreaker(buildConnector({ timeout: connectTimeoutMs }), { timeoutMs: connectTimeoutMs })
  const agent = new Agent({
    connect: breaker.connect,
    headersTimeout: 15 * 60_000, // of an upload: the reply comes when all of it has arrived
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
    /** Sends a request on as it is. */
    forward: (cell: string, options: Omit<Dispatcher.RequestOptions, 'origin'>, hops: number) =>
      agent.request({
        ...options,
        origin: findAddress(cell),
        headers: { ...(options.headers as Record<string, string>), ...proof, [hopsHeader]: String(hops) },
      }),
    close() {
      breaker.close()
      return agent.destroy()
    },
  }
}

export type CellCalls = Awaited<ReturnType<typeof openCellCalls>>

/** The cell that sent a request, and how often it was forwarded; undefined for a request from outside, whatever it claims. */
export function findSender(
  headers: IncomingHttpHeaders,
  { secret }: CellsConfig,
): { readonly cell: string; readonly hops: number } | undefined {
  const sent = headers[secretHeader]
  if (typeof sent !== 'string' || !timingSafeEqual(digest(sent), digest(secret))) return undefined
  return { cell: String(headers[cellHeader]), hops: Number(headers[hopsHeader] ?? 0) }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
