import type { FastifyReply, FastifyRequest } from 'fastify'
import * as client from 'openid-client'
import { Problem } from '../../../shared/server/errors.ts'
import type { House } from '../../../shared/server/house.ts'
import { readEventId } from '../../../shared/server/live.ts'
import { cookieName, ok, pathsOf, prefersPage, serve, show } from '../../../shared/server/serve.ts'
import { clearBrowserSession, clearedSiteData, sessionCookieOptions } from '../../../shared/server/session-cookie.ts'
import { openSession, sessionDays } from '../../../shared/server/viewer.ts'
import { acceptTerms } from '../../people/server/actions.ts'
import { findMe } from '../../people/server/queries.ts'
import { type Provider, session } from '../contract.ts'
import { closeSession, signOutDevice, signOutOthers } from './actions.ts'
import { attemptMinutes, beginAttempt, takeAttempt } from './attempts.ts'
import type { DemoPerson } from './demo-chooser.ts'
import { openDemoProvider } from './demo-provider.ts'
import { listDevices } from './device-queries.ts'
import { type Claims, wasIssued } from './policy.ts'
import { openProviders, settingsOf } from './providers.ts'
import { personOf } from './sign-in.ts'

/** Mounts sign-in, sign-out and the current user. In the demo, the local identity provider lists `demoPeople`. */
export function sessionRoutes(house: House, demoPeople: readonly DemoPerson[]) {
  const { config } = house
  const demo = config.demo ? openDemoProvider(house, demoPeople) : undefined
  const settings = settingsOf(house, demo?.settings)
  const provider = openProviders(settings)
  const attemptCookie = `${config.secure ? '__Host-' : ''}quad_sign_in`

  // A session that ended elsewhere: the browser hears of it by this answer, and keeps nothing of the session either.
  house.http.addHook('onSend', async (request, reply) => {
    const isEnded = reply.statusCode === 401 && request.cookies?.[cookieName(config.secure)] !== undefined
    if (isEnded && request.routeOptions.url === session.me.path) reply.header('clear-site-data', clearedSiteData)
  })

  const start = async (name: Provider, hint: string | undefined, request: FastifyRequest, reply: FastifyReply) => {
    const elsewhere = ownSpelling(request, config.publicUrl)
    if (elsewhere) return reply.redirect(elsewhere)
    try {
      const issuer = await provider(name)
      const attempt = await beginAttempt(house.db, name)
      demo?.forget(name, reply)
      const address = client.buildAuthorizationUrl(issuer, {
        redirect_uri: returnAddress(config.publicUrl, name),
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        prompt: demo ? 'login' : 'select_account',
        ...(hint ? { login_hint: hint } : {}),
      })
      reply.setCookie(attemptCookie, attempt.state, {
        ...sessionCookieOptions,
        secure: config.secure,
        maxAge: attemptMinutes * 60,
      })
      return reply.redirect(address.href)
    } catch (error) {
      request.log.warn({ id: request.id, provider: name, err: error }, 'sign-in could not start')
      return reply.redirect('/login?error=oauth_failed')
    }
  }

  const finish = async (name: Provider, request: FastifyRequest, reply: FastifyReply) => {
    const { state, code, error } = request.query as Record<string, unknown>
    reply.clearCookie(attemptCookie, { ...sessionCookieOptions, secure: config.secure })
    if (error === 'access_denied') return reply.redirect('/login?error=oauth_cancelled')
    if (error !== undefined) {
      request.log.warn({ id: request.id, provider: name, said: wordOf(error) }, 'the provider refused a sign-in')
      return reply.redirect('/login?error=oauth_failed')
    }
    if (typeof code !== 'string' || code === '') return reply.redirect('/login?error=no_code')
    try {
      const claims = await exchange(name, request, typeof state === 'string' ? state : '')
      const person =
        claims && (await personOf(house.db, config, { provider: name, keptAs: settings[name]?.keptAs, claims }))
      if (!person) {
        request.log.info({ id: request.id, provider: name }, 'a sign-in proved no person of ours')
        return reply.redirect('/login?error=oauth_failed')
      }
      await closeSession(house.db, request.cookies[cookieName(config.secure)])
      const token = await openSession(house.db, person, { userAgent: request.headers['user-agent'], ip: request.ip })
      reply.setCookie(cookieName(config.secure), token, {
        ...sessionCookieOptions,
        secure: config.secure,
        maxAge: sessionDays * 24 * 3600,
      })
      return reply.redirect('/dashboard')
    } catch (failure) {
      request.log.warn({ id: request.id, provider: name, err: failure }, 'sign-in failed')
      return reply.redirect('/login?error=oauth_failed')
    }
  }

  /** The claims of a provider's answer to an attempt that this very browser began; undefined for any other. */
  const exchange = async (name: Provider, request: FastifyRequest, state: string): Promise<Claims | undefined> => {
    if (!state || request.cookies[attemptCookie] !== state) return undefined
    const attempt = await takeAttempt(house.db, name, state)
    if (!attempt) return undefined
    const search = request.url.slice(request.url.indexOf('?'))
    const address = new URL(`${returnAddress(config.publicUrl, name)}${search}`)
    const tokens = await client.authorizationCodeGrant(await provider(name), address, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    return claims && wasIssued(claims) ? claims : undefined
  }

  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    // A picture or frame of another page, be it a neighbour's on our own domain, must not sign anybody out.
    if (['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'])))
      throw new Problem(403, 'forbidden', 'This request came from another site.')
    await closeSession(house.db, request.cookies[cookieName(config.secure)])
    clearBrowserSession(reply, config)
    return request.method === 'GET' && prefersPage(request) ? reply.redirect('/login') : reply.send(ok())
  }

  serve(
    house,
    session.google,
    ({ query, request, reply }) => start('google', query.login_hint, request, reply) as never,
  )
  serve(
    house,
    session.microsoft,
    ({ query, request, reply }) => start('microsoft', query.login_hint, request, reply) as never,
  )
  serve(house, session.googleReturn, ({ request, reply }) => finish('google', request, reply) as never)
  serve(house, session.microsoftReturn, ({ request, reply }) => finish('microsoft', request, reply) as never)
  serve(house, session.signOut, ({ request, reply }) => signOut(request, reply) as never)
  serve(house, session.signOutByForm, ({ request, reply }) => signOut(request, reply) as never)
  serve(house, session.me, ({ db, viewer, reply }) => {
    reply.header('last-event-id', house.live.latest()) // before anything is read: a page's stream goes on from here
    return findMe(db, viewer)
  })
  serve(house, session.live, async ({ viewer, query, request, reply }) => {
    if (request.method === 'HEAD') return reply.type('text/event-stream').send() as never
    const known = request.headers['last-event-id']
    const after = readEventId(typeof known === 'string' ? known : query.after)
    house.live.open(reply, viewer, { after, posts: query.posts })
  })
  serve(house, session.acceptTerms, async ({ db, viewer }) => {
    await acceptTerms(db, viewer)
    return show(await findMe(db, viewer))
  })
  serve(house, session.devices, async ({ db, viewer }) => show(await listDevices(db, viewer)))
  serve(house, session.signOutDevice, async ({ db, viewer, params, reply }) => {
    await signOutDevice(db, viewer, params.id)
    if (params.id.toLowerCase() === viewer.sessionId) clearBrowserSession(reply, config)
    return ok('Signed out')
  })
  serve(house, session.signOutOthers, async ({ db, viewer }) => {
    await signOutOthers(db, viewer)
    return ok('Signed out everywhere else')
  })
  refusePasswords(house)
}

const returnAddress = (publicUrl: string, name: Provider) => `${publicUrl}/auth/${name}/callback`

/** There are no passwords here. Refused before the body is read, whatever form it has. */
function refusePasswords(house: House) {
  for (const url of [...pathsOf(session.passwordSignIn), ...pathsOf(session.registration)]) {
    house.http.post(url, {
      onRequest: async () => {
        throw new Problem(403, 'oauth_only', 'OAuth-only authentication')
      },
      handler: async () => undefined,
    })
  }
}

/**
 * Cookies know 127.0.0.1 and localhost as two hosts. A sign-in that starts at one spelling of this machine and comes
 * back to the other would have lost its cookie, so it starts over at the configured one.
 */
function ownSpelling(request: FastifyRequest, publicUrl: string): string | undefined {
  const own = new URL(publicUrl)
  const host = request.headers.host ?? own.host
  const spellings = ['localhost', '127.0.0.1', '[::1]']
  const isSpelling = (name: string) => spellings.includes(name.replace(/:\d+$/, ''))
  return host !== own.host && isSpelling(host) && isSpelling(own.host) ? `${publicUrl}${request.url}` : undefined
}

/** The kind of a provider's error, `invalid_scope` say; anybody can write the address that it comes in. */
const wordOf = (error: unknown) => /^[a-z_]{1,40}$/.exec(String(error))?.[0] ?? 'something else'
