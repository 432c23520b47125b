import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from 'oidc-provider'
import { forbidden } from '../../../shared/server/http/errors.ts'
import { isForwarded } from '../../../shared/server/http/forwarded.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Provider as ProviderName } from '../contract.ts'
import { demoStore } from './demo-store.ts'
import { type DemoPerson, renderUserPicker } from './demo-user-picker.ts'
import type { ProviderSettings } from './providers.ts'

/** Issuer under which identities of the demo are stored. Both sign-in buttons lead to the same users. */
export const demoIssuer = 'demo'

/** Tenant id of the demo's Microsoft. Fixed, and not that of a real school. */
const demoTenant = '5f0c1c1e-0000-4000-8000-71d0de305c4d'
const mounts: Record<ProviderName, string> = { google: '/idp/google', microsoft: `/idp/microsoft/${demoTenant}/v2.0` }

/**
 * A real OpenID Connect provider on this server that replaces Google and Microsoft, to try Quad without registering
 * clients. It trusts every visitor: `login_hint` signs that user in, `login_hint=cancel` cancels, no hint shows a user
 * picker. After the redirect, the same code runs as for real providers.
 */
export function openDemoProvider(app: App, people: readonly DemoPerson[]) {
  const settings = (name: ProviderName): ProviderSettings => ({
    issuer: `${app.config.publicUrl}${mounts[name]}`,
    registration: { clientId: `quad-${name}`, clientSecret: 'no secret: the demo trusts every client' },
    keptAs: demoIssuer,
    // With several servers, only what is in front of them knows which one is the provider.
    fetch: (url, options) =>
      fetch(app.config.redisUrl || app.config.cells ? url : throughLoopback(app, url), options as RequestInit),
  })
  mount(app, 'google', settings('google'), people)
  mount(app, 'microsoft', settings('microsoft'), people)
  return {
    settings: { google: settings('google'), microsoft: settings('microsoft') },
    /** Ends the provider's own session, so that another user can sign in with this browser. */
    forget(name: ProviderName, reply: FastifyReply) {
      for (const cookie of [`_${name}_session`, `_${name}_session.sig`])
        reply.clearCookie(cookie, cookieOptions(app, name))
    },
  }
}

const cookieOptions = ({ config }: App, name: ProviderName) =>
  ({ path: mounts[name], httpOnly: true, sameSite: 'lax', secure: config.secure }) as const

/**
 * Calls this server through the loopback interface: it may be unable to resolve its public URL (a container, a proxy).
 */
function throughLoopback(app: App, url: string): string {
  const { pathname, search } = new URL(url)
  const { host, port } = app.config
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}${pathname}${search}`
}

function mount(app: App, name: ProviderName, settings: ProviderSettings, people: readonly DemoPerson[]) {
  let opened: ReturnType<typeof open> | undefined
  /** The provider takes a third of the startup time and much memory, so the first sign-in opens it. */
  const provide = () => {
    opened ??= open(app, name, settings, people)
    return opened
  }
  const prefix = mounts[name]
  app.http.register(async (scope) => {
    scope.addHook('onRequest', async (request) => refuseOthers(request, app))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, finish) => finish(null)) // the provider reads request bodies itself
    scope.all(`${prefix}/pick/:uid`, async (request, reply) => {
      const provider = await provide()
      const { params } = await provider.interactionDetails(request.raw, reply.raw)
      const hint = typeof params.login_hint === 'string' ? params.login_hint : ''
      const chosen = request.method === 'POST' ? await readForm(request.raw) : hint
      if (!chosen) return reply.type('text/html; charset=utf-8').send(renderUserPicker(name, people))
      reply.hijack()
      await provider.interactionFinished(
        request.raw,
        reply.raw,
        chosen === 'cancel'
          ? { error: 'access_denied', error_description: 'The person cancelled.' }
          : { login: { accountId: chosen.trim().toLowerCase() } },
      )
    })
    scope.all(`${prefix}/*`, async (request, reply) => {
      const provider = await provide()
      reply.hijack()
      const { raw } = request
      Object.assign(raw, { originalUrl: raw.url }) // the provider builds its URLs from this property, so it is set first
      raw.url = raw.url?.slice(prefix.length) || '/'
      raw.headers['x-forwarded-proto'] = app.config.secure ? 'https' : 'http'
      raw.headers['x-forwarded-host'] = new URL(app.config.publicUrl).host
      return provider.callback()(raw, reply.raw)
    })
  })
}

/**
 * The provider trusts every visitor, so it only answers browsers that reach this server directly under its own address.
 * A proxy would expose it to the internet, and a foreign Host to a page whose DNS name was pointed here (DNS
 * rebinding).
 */
function refuseOthers(request: FastifyRequest, { config }: App) {
  const { port, publicUrl } = config
  const host = request.headers.host?.toLowerCase() ?? ''
  const own = [
    new URL(publicUrl).host,
    `localhost:${port}`,
    `127.0.0.1:${port}`,
    `[::1]:${port}`,
    `${config.host}:${port}`,
  ]
  if (isForwarded(request)) throw forbidden('The demo sign-in does not answer requests that come through a proxy.')
  if (!own.includes(host)) throw forbidden(`The demo sign-in answers at ${publicUrl} only.`)
}

async function open(app: App, name: ProviderName, settings: ProviderSettings, people: readonly DemoPerson[]) {
  const { default: Provider } = await import('oidc-provider')
  const provider = new Provider(settings.issuer, await configuration(app, name, settings, people))
  provider.proxy = true
  return provider
}

async function readForm(body: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of body) {
    text += chunk
    if (text.length > 10_000) break
  }
  const form = new URLSearchParams(text)
  return form.get('email') ?? ''
}

async function configuration(
  app: App,
  name: ProviderName,
  settings: ProviderSettings,
  people: readonly DemoPerson[],
): Promise<Configuration> {
  const prefix = mounts[name]
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const cookie = cookieOptions(app, name)
  return {
    adapter: demoStore(),
    jwks: {
      keys: [
        {
          ...privateKey.export({ format: 'jwk' }),
          use: 'sig',
          alg: 'RS256',
          kid: randomBytes(9).toString('base64url'),
        },
      ] as never,
    },
    clients: [
      {
        client_id: settings.registration.clientId,
        client_secret: settings.registration.clientSecret,
        redirect_uris: [`${app.config.publicUrl}/auth/${name}/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        require_auth_time: true,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'hd', 'tid', 'xms_edov'] },
    conformIdTokenClaims: false,
    cookies: {
      keys: [randomBytes(24).toString('base64url')],
      names: { session: `_${name}_session`, interaction: `_${name}_interaction`, resume: `_${name}_resume` },
      short: cookie,
      long: cookie,
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `${prefix}/pick/${interaction.uid}` },
    findAccount: (_ctx, email) => ({ accountId: email, claims: () => buildClaims(email, people) }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
  }
}

function buildClaims(email: string, people: readonly DemoPerson[]) {
  const [local = '', domain = ''] = email.split('@')
  const name =
    people.find((person) => person.email === email)?.name ??
    local.replace(/(^|[._-])(\w)/g, (_, gap, letter) => `${gap && ' '}${letter.toUpperCase()}`)
  return { sub: email, email, email_verified: true, name, hd: domain, tid: demoTenant, xms_edov: true }
}
