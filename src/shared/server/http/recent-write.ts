import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookieOptions } from '../auth/session-cookie.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { App } from '../services.ts'

const writtenCookieName = ({ secure }: App['config']) => (secure ? '__Host-quad-written' : 'quad-written')

/** Who has written finds it: as long as a replica may lack it, this browser's searches on all servers use the primary. */
export function noteWrite({ config }: App, reply: FastifyReply): void {
  if (!config.replica) return
  const maxAge = Math.ceil(config.replica.maxLagSeconds) + 1
  reply.setCookie(writtenCookieName(config), '1', { ...sessionCookieOptions, secure: config.secure, maxAge })
}

/** Whether this browser has just written, or may have: another cell passes on no cookie of a site administrator. */
export const hasWritten = ({ config }: App, request: FastifyRequest, { vouched }: Viewer): boolean =>
  vouched !== undefined || request.cookies[writtenCookieName(config)] !== undefined
