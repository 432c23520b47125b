import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openHttp } from '../shared/server/http/server.ts'
import { testConfig } from '../testing/app.ts'
import { firstLists, withFirstPaint, withWeeks } from './first-paint.ts'
import { sendPage } from './page-routes.ts'
import { pageModules } from './pages.ts'

const built =
  '<html><head><link rel="stylesheet" crossorigin href="/assets/a.css"></head><body><div id="root"><noscript></noscript></div></body></html>'
const paths = [undefined, ...Object.keys(firstLists)]

test.each(paths)('allows exactly the inline style that the page at %s contains', async (path) => {
  const http = await openHttp(testConfig)
  http.get('/page', (request, reply) => sendPage(request, reply, withFirstPaint(built, path)))
  const { headers, body } = await http.inject('/page')
  const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text)
  expect(styles).toHaveLength(1)
  const hash = createHash('sha256')
    .update(styles[0] ?? '')
    .digest('base64')
  const rules = String(headers['content-security-policy']).split(';')
  expect(rules).toContain(`style-src 'self' 'sha256-${hash}'`)
  expect(rules.filter((rule) => rule.includes("'unsafe-inline'"))).toEqual(["style-src-attr 'unsafe-inline'"])
})

test.each(paths)('has no token without its value, and at most 400 bytes of boxes, in the page at %s', (path) => {
  const { html: page } = withFirstPaint(built, path)
  expect(page).not.toContain('var(--color')
  expect(page).not.toContain('style="') // the policy would allow it only as an exception
  expect((/<div class="fp".*?(?=<noscript>)/.exec(page)?.[0] ?? '').length).toBeLessThanOrEqual(400)
})

test('puts the style sheet behind what it must not block', () => {
  expect(withFirstPaint(built).html).toMatch(/<\/noscript><\/div><link rel="stylesheet"[^>]*><\/body>/)
})

test('has a first list only for pages that exist', () => {
  for (const path of Object.keys(firstLists)) expect(Object.keys(pageModules)).toContain(path)
})

test.each([
  ['2026-02-10', 5],
  ['2027-02-10', 4],
  ['2026-11-29', 6],
])('shows as many weeks as the month of %s has: %i', (day, weeks) => {
  const { html } = withWeeks(withFirstPaint(built, '/events'), new Date(day))
  expect(html.match(/<u><\/u>/g)).toHaveLength(weeks)
})
