import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** `__Host-` binds the cookie to this host over https; browsers refuse the prefix on plain http. */
export const sessionCookieName = (secure: boolean) => (secure ? '__Host-quad' : 'quad')

export const sessionCookieOptions = { httpOnly: true, sameSite: 'lax', path: '/' } as const

/** Site data that the browser clears with the session. Not cookies: the theme of the device stays. */
export const clearedSiteData = '"cache", "storage"'

/** Clears the session cookie and everything the browser cached or stored during the session. */
export const clearBrowserSession = (reply: FastifyReply, { secure }: Config) =>
  reply
    .clearCookie(sessionCookieName(secure), { ...sessionCookieOptions, secure })
    .header('clear-site-data', clearedSiteData)
