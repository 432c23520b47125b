import type { FastifyReply, FastifyRequest } from 'fastify'
import * as client from 'openid-client'
import {
  createSession,
  deleteSessionOfToken,
  loadSession,
  sessionLifetimeDays,
} from '../../../shared/server/auth/session.ts'
import {
  clearBrowserSession,
  clearedSiteData,
  sessionCookieName,
  sessionCookieOptions,
} from '../../../shared/server/auth/session-cookie.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { HttpError } from '../../../shared/server/http/errors.ts'
import { assertOwnSite } from '../../../shared/server/http/fetch-site.ts'
import { ok, okEmpty, routePaths, serve, wantsHtml } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { type Provider, session } from '../contract.ts'
import { hideOwn, signOutDevice, signOutOthers } from './actions.ts'
import { type Attempt, attemptMinutes, beginAttempt, type Purpose, takeAttempt } from './attempts.ts'
import { openCellSignIns } from './cell-sign-ins.ts'
import { openDemoProvider } from './demo-provider.ts'
import type { DemoPerson } from './demo-user-picker.ts'
import { listDevices } from './device-queries.ts'
import { findIdentities } from './identity-queries.ts'
import { findMe } from './me-queries.ts'
import { authenticatedAt, type Claims, confirmSeconds, isConfirmed, isIssuedByProvider, wasIssued } from './policy.ts'
import { acceptTerms, updateProfile } from './profile-actions.ts'
import { openProviders, toProviderSettings } from './providers.ts'
import { findOrCreateUser } from './sign-in.ts'

/** Mounts sign-in, sign-out and the current user. In the demo, the local identity provider lists `demoPeople`. */
export function sessionRoutes(app: App, demoPeople: readonly DemoPerson[]) {
  const { config } = app
  const demo = config.demo ? openDemoProvider(app, demoPeople) : undefined
  const settings = toProviderSettings(app, demo?.settings)
  const provider = openProviders(settings)
  const findPerson = (name: Provider, claims: Claims) =>
    findOrCreateUser(app.db, config, { provider: name, keptAs: settings[name]?.keptAs, claims })
  const cells = openCellSignIns(app, findPerson)
  const attemptCookie = `${config.secure ? '__Host-' : ''}quad_sign_in`

  // A session may have ended elsewhere. This response then makes the browser delete the cookie and its stored data.
  app.http.addHook('onSend', (request, reply, _payload, done) => {
    const isEnded = reply.statusCode === 401 && request.cookies?.[sessionCookieName(config.secure)] !== undefined
    if (isEnded && request.routeOptions.url === session.me.path) reply.header('clear-site-data', clearedSiteData)
    done()
  })

  const start = async (
    name: Provider,
    { hint, purpose = 'sign-in', isShared }: { hint?: string | undefined; purpose?: Purpose; isShared: boolean },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const elsewhere = ownSpelling(request, config.publicUrl)
    if (elsewhere) return reply.redirect(elsewhere)
    try {
      const issuer = await provider(name)
      const attempt = await beginAttempt(app.db, name, { purpose, isShared, cell: app.cells?.own })
      demo?.forget(name, reply)
      const address = client.buildAuthorizationUrl(issuer, {
        redirect_uri: returnAddress(config.publicUrl, name),
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        prompt: demo || purpose === 'confirm' ? 'login' : 'select_account',
        ...(purpose === 'confirm' ? { max_age: String(confirmSeconds) } : {}),
        ...(purpose === 'confirm' && name === 'google' ? { claims: essentialAuthTime } : {}),
        ...(hint ? { login_hint: hint } : {}),
      })
      reply.setCookie(attemptCookie, attempt.state, {
        ...sessionCookieOptions,
        secure: config.secure,
        maxAge: attemptMinutes * 60,
      })
      return reply.redirect(address.href)
    } catch (error) {
      request.log.warn({ id: request.id, provider: name, ...failureReason(error) }, 'sign-in start failed')
      return reply.redirect(ends[purpose].failed)
    }
  }

  const finish = async (name: Provider, request: FastifyRequest, reply: FastifyReply) => {
    const { state, code, error } = request.query as Record<string, unknown>
    reply.clearCookie(attemptCookie, { ...sessionCookieOptions, secure: config.secure })
    try {
      const attempt = await ownAttempt(name, request, typeof state === 'string' ? state : '')
      const purpose = attempt?.purpose ?? 'sign-in'
      if (error === 'access_denied') return reply.redirect(ends[purpose].cancelled)
      if (error !== undefined) {
        request.log.warn(
          { id: request.id, provider: name, said: errorCodeOnly(error) },
          'the provider refused a sign-in',
        )
        return reply.redirect(ends[purpose].failed)
      }
      if (typeof code !== 'string' || code === '') return reply.redirect('/login?error=no_code')
      return reply.redirect(attempt ? await enter(name, attempt, request, reply) : ends[purpose].failed)
    } catch (failure) {
      request.log.warn({ id: request.id, provider: name, ...failureReason(failure) }, 'sign-in failed')
      return reply.redirect(ends['sign-in'].failed)
    }
  }

  /** Consumes the attempt that this browser began. Undefined for any other. */
  const ownAttempt = async (name: Provider, request: FastifyRequest, state: string): Promise<Attempt | undefined> =>
    state && request.cookies[attemptCookie] === state ? takeAttempt(app.db, name, state) : undefined

  /** Creates a session for the user in the claims, ends the previous one and returns the URL to redirect to. */
  const enter = async (
    name: Provider,
    attempt: Attempt,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> => {
    const end = ends[attempt.purpose]
    const before = request.cookies[sessionCookieName(config.secure)]
    try {
      const claims = await exchange(name, request, attempt)
      const from = { userAgent: request.headers['user-agent'], ip: request.ip, isShared: attempt.isShared }
      const cell = claims && attempt.purpose === 'sign-in' ? await cells.findCell(claims) : undefined
      if (claims && cell) {
        const token = await cells.signIn(cell, { provider: name, claims, from })
        if (!token) return end.failed
        await endSession(before, request)
        setSession(reply, token, attempt)
        return end.done
      }
      const person = claims && (await findPerson(name, claims))
      if (!claims || !person) {
        request.log.info({ id: request.id, provider: name }, 'sign-in rejected: no eligible account')
        return end.failed
      }
      if (attempt.purpose === 'confirm') {
        const session = await loadSession(app.db, before)
        if (session?.viewer.id !== person.id) return '/settings?error=confirm_other'
        if (!isConfirmed(claims)) {
          request.log.warn(
            { id: request.id, provider: name },
            'sign-in not confirmed: the provider sent no recent auth_time',
          )
          return end.failed
        }
      }
      await endSession(before, request)
      setSession(
        reply,
        await createSession(app.db, person, { ...from, authenticatedAt: authenticatedAt(claims) }),
        attempt,
      )
      return end.done
    } catch (failure) {
      request.log.warn({ id: request.id, provider: name, ...failureReason(failure) }, 'sign-in failed')
      return end.failed
    }
  }

  const setSession = (reply: FastifyReply, token: string, { isShared }: Attempt) =>
    reply.setCookie(sessionCookieName(config.secure), token, {
      ...sessionCookieOptions,
      secure: config.secure,
      ...(isShared ? {} : { maxAge: sessionLifetimeDays * 24 * 3600 }), // else it ends with the browser
    })

  /** Ends the former session of the browser, which may be one of another cell. */
  const endSession = async (token: string | undefined, request: FastifyRequest) => {
    await deleteSessionOfToken(app.db, token)
    await cells.signOut(token, request.log, request.id)
  }

  /** Exchanges a provider's response to an attempt for claims. Undefined when they were issued in the future. */
  const exchange = async (name: Provider, request: FastifyRequest, attempt: Attempt): Promise<Claims | undefined> => {
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

  /** Redirects a signed-in user to their own provider to authenticate again. */
  const confirm = async (viewer: Viewer | undefined, request: FastifyRequest, reply: FastifyReply) => {
    assertOwnSite(request, config)
    if (!viewer) return reply.redirect('/login')
    const { email, issuers } = await findIdentities(app.db, viewer)
    const name = (['google', 'microsoft'] as const).find(
      (candidate) =>
        settings[candidate] &&
        issuers.some((issuer) => isIssuedByProvider(candidate, issuer, settings[candidate]?.keptAs)),
    )
    if (!name) return reply.redirect(ends.confirm.failed)
    const isShared = viewer.isShared === true
    return start(name, { hint: email, purpose: 'confirm', isShared }, request, reply)
  }

  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    // Images or frames on other sites, including subdomains of the same domain, must not sign users out.
    if (['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'])))
      throw new HttpError(403, 'forbidden', 'We blocked this request because it came from another site.')
    await deleteSessionOfToken(app.db, request.cookies[sessionCookieName(config.secure)])
    clearBrowserSession(reply, config)
    return request.method === 'GET' && wantsHtml(request) ? reply.redirect('/login') : reply.send(okEmpty())
  }

  const toStart = (query: { login_hint?: string | undefined; shared?: '1' | undefined }) => ({
    hint: query.login_hint,
    isShared: query.shared === '1',
  })
  serve(app, session.google, ({ query, request, reply }) => start('google', toStart(query), request, reply))
  serve(app, session.microsoft, ({ query, request, reply }) => start('microsoft', toStart(query), request, reply))
  serve(app, session.googleReturn, ({ request, reply }) => finish('google', request, reply))
  serve(app, session.microsoftReturn, ({ request, reply }) => finish('microsoft', request, reply))
  serve(app, session.confirm, ({ viewer, request, reply }) => confirm(viewer, request, reply))
  serve(app, session.signOut, ({ request, reply }) => signOut(request, reply))
  serve(app, session.signOutByForm, ({ request, reply }) => signOut(request, reply))
  serve(app, session.me, async ({ db, viewer, reply }) => {
    reply.header('last-event-id', await app.live.currentId(viewer.schoolId)) // before any query: the page resumes its stream from this position
    return findMe(db, viewer)
  })
  serve(app, session.updateMe, async ({ db, viewer, body }) => {
    await updateProfile(db, viewer, body)
    return findMe(db, viewer)
  })
  serve(app, session.acceptTerms, async ({ db, viewer }) => {
    await acceptTerms(db, viewer)
    return ok(await findMe(db, viewer))
  })
  serve(app, session.devices, async ({ db, viewer }) => ok(await listDevices(db, viewer)))
  serve(app, session.signOutDevice, async ({ db, viewer, params, reply }) => {
    await signOutDevice(db, viewer, params.id)
    if (params.id.toLowerCase() === viewer.sessionId) clearBrowserSession(reply, config)
    return okEmpty('Signed out')
  })
  serve(app, session.hideOwn, async ({ db, viewer }) => {
    await hideOwn(db, viewer)
    return okEmpty()
  })
  serve(app, session.signOutOthers, async ({ db, viewer }) => {
    await signOutOthers(db, viewer)
    return okEmpty('Signed out everywhere else')
  })
  refusePasswords(app)
}

/** Redirects after a sign-in, by purpose. */
const ends = {
  'sign-in': { done: '/dashboard', cancelled: '/login?error=oauth_cancelled', failed: '/login?error=oauth_failed' },
  confirm: {
    done: '/settings?confirmed=1',
    cancelled: '/settings?error=confirm_cancelled',
    failed: '/settings?error=confirm_failed',
  },
} as const

/** Google sends `auth_time` only on this request, and only when the project has session age claims enabled. */
const essentialAuthTime = JSON.stringify({ id_token: { auth_time: { essential: true } } })

const returnAddress = (publicUrl: string, name: Provider) => `${publicUrl}/auth/${name}/callback`

/** Rejects password sign-in and registration, which do not exist, before the body is read, in any format. */
function refusePasswords(app: App) {
  for (const url of [...routePaths(session.passwordSignIn), ...routePaths(session.registration)]) {
    app.http.post(url, {
      onRequest: async () => {
        throw new HttpError(403, 'oauth_only', 'OAuth-only authentication')
      },
      handler: async () => undefined,
    })
  }
}

/**
 * Cookies treat 127.0.0.1 and localhost as different hosts. A sign-in that starts on one and returns to the other would
 * lose its cookie, so it restarts on the configured host.
 */
function ownSpelling(request: FastifyRequest, publicUrl: string): string | undefined {
  const own = new URL(publicUrl)
  const host = request.headers.host ?? own.host
  const spellings = ['localhost', '127.0.0.1', '[::1]']
  const isSpelling = (name: string) => spellings.includes(name.replace(/:\d+$/, ''))
  return host !== own.host && isSpelling(host) && isSpelling(own.host) ? `${publicUrl}${request.url}` : undefined
}

/**
 * Loggable reason of a failure: kind and code from a fixed vocabulary. Messages and causes of the drivers contain
 * subjects, tokens and text of the provider.
 */
function failureReason(error: unknown): { reason: string } {
  const { name, code, status } = error as { name?: unknown; code?: unknown; status?: unknown }
  const words = [name, code, status].filter((word) => word !== undefined).map(String)
  return { reason: words.filter((word) => /^[\w.-]{1,60}$/.test(word)).join(' ') || 'unknown' }
}

/** Error code of a provider, such as `invalid_scope`. The URL that carries it can be forged. */
const errorCodeOnly = (error: unknown) => /^[a-z_]{1,40}$/.exec(String(error))?.[0] ?? 'something else'
