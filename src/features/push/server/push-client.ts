import { type LookupAddress, type LookupOptions, lookup as resolve } from 'node:dns'
import { traceStep } from '../../../shared/server/tracing/trace.ts'
import { isAllowedEndpoint, isPublicAddress } from './endpoint.ts'

/** What the push service answered, for the job that repeats, deletes or counts. */
export type PushResult =
  | { readonly outcome: 'sent' }
  /** The service does not know the subscription any more. */
  | { readonly outcome: 'gone' }
  /** The service is busy or unreachable. */
  | { readonly outcome: 'later'; readonly retryAfterSeconds?: number | undefined }
  /** The service refuses this push, or the endpoint is not one that may be reached. */
  | { readonly outcome: 'refused' }

export type PushRequest = {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export type PushClient = {
  send(push: PushRequest): Promise<PushResult>
  close(): Promise<void>
}

const timeoutMs = 10_000
/** Only the status and one header are used. */
const maxBodyBytes = 2048
const maxHeaderBytes = 8192
/** Per push service: the job has as many workers. */
const maxConnections = 8
const maxRetryAfterSeconds = 3600

class RefusedAddress extends Error {}

type Resolve = (
  host: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

type Settings = {
  readonly hosts: readonly string[]
  /** Resolves the name of a host. The connection uses exactly these addresses. */
  readonly resolve?: Resolve
  /** For tests, whose push service is on this machine, without TLS. */
  readonly testing?: { readonly port: number; readonly isAllowed?: (address: string) => boolean }
}

/**
 * The only client of the server whose address comes from a user (docs/security.md). It sends to allowed endpoints at
 * public addresses, follows no redirect, and reads at most two kilobytes within ten seconds.
 */
export function openPushClient({ hosts, resolve: find = resolveAll, testing }: Settings): PushClient {
  const isAllowed = testing?.isAllowed ?? isPublicAddress
  /** Resolves once and returns checked addresses: a second answer, which may differ, is never requested. */
  const lookup = (
    host: string,
    options: LookupOptions,
    callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ) =>
    find(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new RefusedAddress(`${host} has an address that is not public.`), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  const open = async () => {
    const { Agent, buildConnector, request } = await import('undici') // with the first push, to save memory until then
    const connect = buildConnector({ timeout: timeoutMs, lookup: lookup as never })
    const agent = new Agent({
      connections: maxConnections,
      allowH2: false,
      maxResponseSize: maxBodyBytes,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: (options, callback) =>
        connect(testing ? { ...options, protocol: 'http:', port: String(testing.port) } : options, callback),
    })
    return { agent, request }
  }
  let opened: ReturnType<typeof open> | undefined
  return {
    async send({ endpoint, headers, body }) {
      if (!isAllowedEndpoint(endpoint, hosts)) return { outcome: 'refused' }
      try {
        opened ??= open()
        const { agent, request } = await opened
        const signal = AbortSignal.timeout(timeoutMs)
        const step = { name: 'send push', attributes: { 'server.address': new URL(endpoint).hostname } }
        const reply = await traceStep(step, () =>
          request(endpoint, { method: 'POST', headers, body, dispatcher: agent, signal }),
        )
        await reply.body.dump({ limit: maxBodyBytes }).catch(() => {}) // only the status counts
        return toResult(reply.statusCode, reply.headers['retry-after'])
      } catch (error) {
        return { outcome: isRefused(error) ? 'refused' : 'later' }
      }
    },
    close: async () => (await opened)?.agent.destroy(),
  }
}

const resolveAll: Resolve = (host, options, callback) =>
  resolve(host, { ...options, all: true }, (error, addresses) => callback(error, addresses ?? []))

const isRefused = (error: unknown): boolean =>
  error instanceof RefusedAddress || ((error as Error).cause !== undefined && isRefused((error as Error).cause))

function toResult(status: number, retryAfter: string | string[] | undefined): PushResult {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status !== 429 && status < 500) return { outcome: 'refused' }
  const seconds = Number(retryAfter)
  return { outcome: 'later', ...(seconds > 0 && { retryAfterSeconds: Math.min(seconds, maxRetryAfterSeconds) }) }
}
