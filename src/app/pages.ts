import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import statics from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../shared/server/errors.ts'
import type { House } from '../shared/server/house.ts'
import { bodyOf } from '../shared/server/http.ts'
import { prefersPage } from '../shared/server/serve.ts'
import { isNeverPage, pagePaths } from './paths.ts'

const built = join(import.meta.dirname, '../../dist/client')

/** Serves the built client: its files for ever, and the app for its pages and for browsers that lost their way. */
export async function servePages(house: House) {
  const { http } = house
  const page = existsSync(join(built, 'index.html'))
    ? fill(readFileSync(join(built, 'index.html'), 'utf8'), house)
    : undefined
  if (page !== undefined) {
    await http.register(statics, {
      root: join(built, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response) => void response.header('cache-control', 'public, max-age=31536000, immutable'),
    })
    for (const url of pagePaths) {
      http.get(url, (request, reply) =>
        reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(themed(page, request)),
      )
    }
  }
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (page !== undefined && request.method === 'GET' && !isNeverPage(path) && prefersPage(request)) {
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(themed(page, request))
    }
    return reply.code(404).send(bodyOf(new Problem(404, 'not_found', 'Not found'), request.id))
  })
}

/** The page in the appearance that was chosen on this device; without a choice the device's own. */
function themed(page: string, { cookies }: FastifyRequest): string {
  const theme = cookies.quad_theme
  return theme === 'light' || theme === 'dark' ? page.replace('<html', `<html data-theme="${theme}"`) : page
}

/** Writes this installation's names into the page, so that the client need not ask for them. */
function fill(html: string, { config }: House): string {
  const names = { productName: config.productName, supportEmail: config.supportEmail, demo: config.demo }
  const attribute = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return html.replaceAll('%PRODUCT%', attribute(config.productName)).replace('%QUAD%', attribute(JSON.stringify(names)))
}
