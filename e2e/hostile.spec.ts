import type { Browser, Page } from '@playwright/test'
import { callsWithTexts, used } from './hostile.ts'
import { fillSchool } from './hostile-school.ts'
import { expect, quiet, signIn, test, watchRequests } from './kit.ts'

/** A user in a separate context without content security policy, so that only the rendering code stops attacks. */
async function visitor(browser: Browser, origin: string, email?: string) {
  const context = await browser.newContext({ baseURL: origin, bypassCSP: true, serviceWorkers: 'block' })
  const page = await context.newPage()
  watchRequests(page)
  const troubles: string[] = []
  page.on('dialog', async (dialog) => {
    troubles.push(`a script ran: ${dialog.message()}`)
    await dialog.dismiss()
  })
  // Observed, not routed: a route would disable the HTTP cache. No .example domain resolves, so no request leaves the
  // machine.
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (address.origin !== origin && !/^(data|blob):$/.test(address.protocol)) troubles.push(`asked ${address.href}`)
  })
  if (email) await signIn(page, email, '/robots.txt')
  /** Opens a screen, waits until an attack is visible as text, and checks that it had no other effect. */
  return async (path: string, act: (page: Page) => Promise<unknown> = async () => {}) =>
    test.step(path, async () => {
      await page.goto(path)
      await act(page)
      await expect(page.getByText(/alert\(1\)|evil\.example/).first(), path).toBeAttached() // or in a closed menu
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await quiet(page)
      expect(troubles, path).toEqual([])
      expect(await page.evaluate(brood), path).toEqual([])
      expect(new URL(page.url()).origin, 'the page was left').toBe(origin)
    })
}

/** Elements that an attack would have created if it were not rendered as text. Runs in the browser. */
const brood = `[...document.querySelectorAll('*')].flatMap((element) => {
  const name = element.localName
  const own = (address) => new URL(address, location.href).origin === location.origin
  const href = element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? ''
  const isOut = name === 'a' && /^(https?:)?[/][/]/i.test(href) && !own(href)
  const wrong =
    element.getAttributeNames().some((attribute) => attribute.startsWith('on')) ||
    ['iframe', 'object', 'embed', 'base', 'template', 'mglyph', 'animate', 'noscript'].includes(name) ||
    (name === 'script' && !(element.src && own(element.src))) ||
    (name === 'meta' && element.httpEquiv) ||
    (name === 'form' && element.id === 'location') ||
    (name !== 'a' && href && !own(href) && !(element.rel === 'icon' && href.startsWith('data:image/svg+xml,'))) ||
    (element.src && !/^(data|blob):/.test(element.src) && !own(element.src)) ||
    (name === 'a' && /^\\s*[a-z][a-z0-9+.-]*:/i.test(href) && !/^(https?|mailto|webcal|blob):/.test(href)) ||
    (isOut && !(element.target === '_blank' && /noopener/.test(element.rel)))
  return wrong ? [element.outerHTML.slice(0, 200)] : []
})`

/** Routes whose texts are stored in the same columns as those of another, or not at all. */
const sameTexts = /\.(update|patch|set(Comment)?Note)$|^ads\.(impression|click)$|^checkIns\.createOwn$/

test('user texts are rendered as text on every screen, and cause no request to another site', async ({
  browser,
  playwright,
  db,
  server: { url },
}) => {
  test.setTimeout(300_000) // one user per attack, and seventy screens
  const school = await fillSchool(playwright.request, db, url)
  const { reader, admin, warned, suspended, banned, refused, people } = school
  const { post, group, closed, theirs, all, question, professor, event, listing, appellant, decision } = school
  expect(callsWithTexts.filter((name) => !used.has(name) && !sameTexts.test(name))).toEqual([])

  const asReader = await visitor(browser, url, reader.email)
  for (const path of [
    '/dashboard',
    '/dashboard?filter=my-posts',
    '/dashboard?search=alert(1)',
    `/dashboard?post=${post.id}`,
    '/profile',
    '/profile?tab=about',
    ...people.slice(0, 3).flatMap(({ id }) => [`/profile/${id}`, `/profile/${id}?tab=about`]),
    '/friends?tab=directory',
    '/friends?tab=requests',
    '/messages',
    `/messages/${all.id}`,
    '/events',
    `/events?event=${event?.id}`,
    '/marketplace',
    `/marketplace?listing=${listing?.id}`,
    '/assignment-help',
    `/assignment-help?question=${question.id}`,
    '/confessions',
    '/groups',
    ...['', '?tab=events', '?tab=members', '?tab=about'].map((tab) => `/groups/${group.id}${tab}`),
    `/groups/${closed.id}/settings`,
    `/groups/${theirs.id}`,
    '/rate-my-professor',
    `/rate-my-professor/${professor}`,
    '/notifications',
    '/settings',
    '/reports',
  ])
    await asReader(path)
  await asReader('/dashboard?search=<img src=x onerror=alert(1)>')
  await asReader('/dashboard', async (page) => {
    await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Search people' }).fill('alert(1)')
    await expect(page.getByRole('dialog').getByText('alert(1)').first()).toBeVisible()
  })
  await (await visitor(browser, url, warned.email))('/dashboard', (page) => page.getByRole('dialog').waitFor())
  for (const { email } of [suspended, banned]) {
    const asBlocked = await visitor(browser, url, email)
    for (const path of ['/blocked', '/decisions']) await asBlocked(path)
  }
  const asAppellant = await visitor(browser, url, appellant.email)
  for (const path of ['/decisions', `/decisions/${decision}`]) await asAppellant(path)
  await (await visitor(browser, url, refused.email))(`/groups/${closed.id}`)

  const asAdmin = await visitor(browser, url, admin.email)
  const tabs = [
    'overview',
    'reports',
    'appeals',
    'seals',
    'moderation',
    'users',
    'content',
    'confessions',
    'analytics',
    'ads',
    'settings',
  ]
  for (const tab of tabs) await asAdmin(`/admin?tab=${tab}`)
  for (const state of ['open', 'past']) await asAdmin(`/admin?tab=seals&state=${state}`)
  for (const type of ['confession', 'assignment', 'rating', 'message']) await asAdmin(`/admin?tab=content&type=${type}`)
  await (await visitor(browser, url, 'site@northfield.example'))('/admin?tab=audit')

  const asNobody = await visitor(browser, url)
  await asNobody('/login', (page) => page.getByRole('button', { name: 'View supported schools' }).click())
  await asNobody('/outbox')
  await school.close()
})

test('the content security policy blocks foreign scripts and requests to other sites', async ({ page }) => {
  await page.goto('/login')
  const ran = await page.evaluate(`(async () => {
    const settled = []
    const frame = (tag, more) => {
      const element = Object.assign(document.createElement(tag), more)
      if (element.src || element.srcdoc)
        settled.push(new Promise((done) => Object.assign(element, { onload: done, onerror: done })))
      document.body.append(element)
    }
    frame('script', { textContent: 'window.inline = 1' })
    frame('script', { src: 'data:text/javascript,window.data=1' })
    frame('script', { src: 'https://evil.example/x.js' })
    frame('div', { innerHTML: '<img src=x onerror="window.handler = 1">' })
    frame('iframe', { srcdoc: '<script>parent.framed = 1</' + 'script>' })
    frame('a', { href: 'javascript:window.link=1', id: 'way' })
    document.getElementById('way').click()
    setTimeout('window.evaluated = 1')
    const asked = await fetch('https://evil.example/').then(() => 1, () => 0)
    const image = await new Promise((done) => {
      const picture = new Image()
      picture.onload = () => done(1)
      picture.onerror = () => done(0)
      picture.src = 'https://evil.example/x.png'
    })
    await Promise.all(settled)
    const own = document.querySelector('img[src=x]')
    await Promise.race([own.decode().catch(() => {}), new Promise((done) => own.addEventListener('error', done))])
    await new Promise((done) => setTimeout(done, 50)) // after the timer above
    return { ...Object.fromEntries(['inline', 'data', 'handler', 'framed', 'link', 'evaluated'].map((name) => [name, window[name] ?? 0])), asked, image }
  })()`)
  expect(ran).toEqual({ inline: 0, data: 0, handler: 0, framed: 0, link: 0, evaluated: 0, asked: 0, image: 0 })
})
