import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Headers that proxies and content delivery networks add to requests they forward. */
const forwardingHeader =
  /^(forwarded|via|x-forwarded(-.+)?|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|cf-connecting-ip|true-client-ip|fastly-client-ip)$/

/** True when any header shows that a proxy forwarded this request, trusted or not. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.keys(headers).some((name) => forwardingHeader.test(name))

/** True when a trusted proxy forwarded this request: only then `ips` has an address besides that of the peer. */
export const isFromProxy = ({ ips = [] }: Pick<FastifyRequest, 'ips'>): boolean => ips.length > 1

/** True when a host name or address, in brackets or not, means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').replace(/^::ffff:/, '')
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}
