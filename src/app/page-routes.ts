import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import statics from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookieName } from '../shared/server/auth/session-cookie.ts'
import { HttpError } from '../shared/server/http/errors.ts'
import { wantsHtml } from '../shared/server/http/serve.ts'
import { errorBody } from '../shared/server/http/server.ts'
import type { App } from '../shared/server/services.ts'
import { allowStyle, type Page, withFirstPaint, withWeeks } from './first-paint.ts'
import { isServerPath, pageModules, preloadRequests } from './pages.ts'

const clientFolder = join(import.meta.dirname, '../../dist/client')

/** The worker that reads QR codes runs WebAssembly, which no page may. A worker obeys the policy of its own reply. */
const scanWorker = /\/scan-worker-[\w-]+\.js(\.br|\.gz)?$/
const scanWorkerPolicy = "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'"

/** Search engines may know that a school is here; everything else needs an account. */
const robots = 'User-agent: *\nAllow: /login\nDisallow: /\n'

/**
 * Serves the built client: its files with unlimited caching, and the app for its pages and for browsers on unknown
 * paths.
 */
export async function pageRoutes(app: App) {
  const { http } = app
  const built = existsSync(join(clientFolder, 'index.html'))
    ? fillPlaceholders(readFileSync(join(clientFolder, 'index.html'), 'utf8'), app)
    : undefined
  const page = built && withFirstPaint(built)
  if (built && page) {
    await http.register(statics, {
      root: join(clientFolder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.header('cache-control', 'public, max-age=31536000, immutable')
        if (scanWorker.test(path)) response.header('content-security-policy', scanWorkerPolicy)
      },
    })
    await installationRoutes(app, page)
    http.get('/robots.txt', (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(robots),
    )
    const pieces = JSON.parse(readFileSync(join(clientFolder, 'manifest.json'), 'utf8')) as ViteManifest
    for (const [url, module] of Object.entries(pageModules)) {
      const code = listChunks(pieces, module)
      const forStrangers = withPreloadHints(page, code, [])
      const forMembers = withPreloadHints(withFirstPaint(built, url), code, preloadRequests[url] ?? [])
      http.get(url, (request, reply) => {
        const isMember = request.cookies[sessionCookieName(app.config.secure)]
        return sendPage(request, reply, isMember ? withWeeks(forMembers) : forStrangers)
      })
    }
  }
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (page && request.method === 'GET' && !isServerPath(path) && wantsHtml(request))
      return sendPage(request, reply, page)
    return reply.code(404).send(errorBody(new HttpError(404, 'not_found', 'Not found'), request.id))
  })
}

/** Sends the app, under a policy that allows the style inside of it. */
export const sendPage = (request: FastifyRequest, reply: FastifyReply, { html, styleHash }: Page) =>
  reply
    .headers({
      'cache-control': 'no-cache',
      'content-security-policy': allowStyle(String(reply.getHeader('content-security-policy')), styleHash),
    })
    .type('text/html; charset=utf-8')
    .send(withTheme(html, request))

/** Vite's manifest: the output file and imports of each module. */
type ViteManifest = Readonly<Record<string, { file: string; isEntry?: boolean; imports?: readonly string[] }>>

/** The files that a page needs in addition to those of every page. */
function listChunks(pieces: ViteManifest, module: string): string[] {
  const neededBy = (name: string, known = new Set<string>()): Set<string> => {
    if (known.has(name)) return known
    known.add(name)
    for (const other of pieces[name]?.imports ?? []) neededBy(other, known)
    return known
  }
  const [entry = ''] = Object.keys(pieces).filter((name) => pieces[name]?.isEntry)
  const everywhere = neededBy(entry)
  const name = relative('app/web', module) // Vite names modules relative to its root
  if (!pieces[name]) throw new Error(`The build has no ${name}`)
  const own = [...neededBy(name)].filter((piece) => !everywhere.has(piece))
  return own.map((piece) => `/${pieces[piece]?.file}`)
}

/** The page with hints to preload its code and its first API reads for signed-in users. */
function withPreloadHints(page: Page, code: readonly string[], reads: readonly string[]): Page {
  const hints = [
    ...code.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${file}">`),
    ...reads.map((url) => `<link rel="preload" href="${url}" as="fetch" crossorigin="use-credentials">`),
  ]
  return { ...page, html: page.html.replace('</head>', `${hints.join('')}</head>`) }
}

/** Web app manifest, icons, service worker and the files for offline use, with the names of this installation. */
async function installationRoutes({ http, config }: App, page: Page) {
  const names = { name: config.productName, short_name: config.productName }
  const [paper, brand] = ['#faf9f4', '#10633f']
  const icon = (size: number, purpose: string) => {
    const file = purpose === 'maskable' ? `maskable-${size}` : size
    return { src: `/icons/${file}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }
  const manifest = {
    ...names,
    description: 'Your campus. No one else’s.',
    id: '/dashboard',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: brand,
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
    shortcuts: [
      { name: 'Messages', url: '/messages' },
      { name: 'Events', url: '/events' },
    ],
  }
  http.get('/manifest.webmanifest', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json').send(JSON.stringify(manifest)),
  )
  const offline = readFileSync(join(clientFolder, 'offline.html'), 'utf8').replaceAll(
    '%PRODUCT%',
    escapeHtml(config.productName),
  )
  http.get('/offline.html', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(offline),
  )
  // What a device stores for reading without a connection: the page without hints, and the names of its files.
  http.get('/app.html', (request, reply) => sendPage(request, reply, page))
  const files = readFileSync(join(clientFolder, 'offline.json'), 'utf8')
  http.get('/offline.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(files),
  )
  const worker = readFileSync(join(clientFolder, 'sw.js'), 'utf8')
  http.get('/sw.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
  )
  await http.register(statics, {
    root: join(clientFolder, 'icons'),
    prefix: '/icons/',
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response) => void response.header('cache-control', 'public, max-age=86400'),
  })
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Adds the theme chosen on this device to the page; without a choice, the system's theme applies. */
function withTheme(page: string, { cookies }: FastifyRequest): string {
  const theme = cookies.quad_theme
  return theme === 'light' || theme === 'dark' ? page.replace('<html', `<html data-theme="${theme}"`) : page
}

/** Writes this installation's names into the page, so that the client need not fetch them. */
function fillPlaceholders(html: string, { config }: App): string {
  const names = { productName: config.productName, supportEmail: config.supportEmail, demo: config.demo }
  return (
    html
      .replaceAll('%PRODUCT%', escapeHtml(config.productName))
      .replace('%QUAD%', escapeHtml(JSON.stringify(names)))
      // the first paint only needs the style sheet; on a slow connection, scripts would delay it
      .replace('<script type="module"', '<script type="module" fetchpriority="low"')
  )
}
