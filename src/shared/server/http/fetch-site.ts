import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { forbidden } from './errors.ts'

/**
 * Throws 403 for a request started by a page of another site or of a sibling host, even by a link. For reads with side
 * effects. Browsers that do not send Sec-Fetch-Site are checked by the Referer; programs send neither.
 */
export function assertOwnSite({ headers }: Pick<FastifyRequest, 'headers'>, { publicUrl }: Config): void {
  const site = headers['sec-fetch-site']
  const { referer } = headers
  const isForeign =
    site === undefined
      ? typeof referer === 'string' &&
        parseHost(referer) !== headers.host &&
        parseHost(referer) !== parseHost(publicUrl)
      : site !== 'same-origin' && site !== 'none'
  if (isForeign) throw forbidden('We blocked this request because it came from another site.')
}

const parseHost = (address: string) => (URL.canParse(address) ? new URL(address).host : '')
