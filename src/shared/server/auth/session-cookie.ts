import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { sessionCookieName } from '../http/serve.ts'

export const sessionCookieOptions = { httpOnly: true, sameSite: 'lax', path: '/' } as const

/** What a browser removes with its session. Names no cookies: the theme of the device stays. */
export const clearedSiteData = '"cache", "storage"'

/** Removes the session cookie, and whatever the browser cached or stored while the session lasted. */
export const clearBrowserSession = (reply: FastifyReply, { secure }: Config) =>
  reply
    .clearCookie(sessionCookieName(secure), { ...sessionCookieOptions, secure })
    .header('clear-site-data', clearedSiteData)
