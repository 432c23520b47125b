// Checks every state of every screen, in phone and desktop width: axe finds no violations, the page is not wider than
// its window, and colours have enough contrast in the dark scheme. Uses the states of `npm run tour`.

import type { Page } from '@playwright/test'
import { withAdvisoryLock } from '../src/shared/server/db/locks.ts'
import { createTourPeople } from '../tools/tour-people.ts'
import { disturb, type State, states } from '../tools/tour-states.ts'
import { objectionsTo } from './accessibility.ts'
import { test as base, expect, openCalls, quiet, signIn, watchRequests } from './kit.ts'
import { nameInEnvironment, startTestServer, type TestServer } from './server.ts'

const test = base.extend<object, { tourPeople: undefined; server: TestServer }>({
  /** A demo that no journey has changed. */
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await startTestServer()
      nameInEnvironment(server)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  tourPeople: [
    async ({ db, server, playwright }, use) => {
      await withAdvisoryLock(db, 'tour people', async () => {
        const school = db.selectFrom('schools').where('email_domain', '=', 'emptyfield.example').select('id')
        if (await school.executeTakeFirst()) return
        await createTourPeople((email) => openCalls(playwright.request, server, email))
      })
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } }

/** The page and its overlays, to detect whether a resize has closed one; not those that are closing. */
const layers =
  ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=option]):not([data-closed], [data-closed] *)'

async function open(page: Page, state: State) {
  await (state.as ? signIn(page, state.as, state.path) : page.goto(state.path))
  for (const step of state.steps) {
    await quiet(page)
    await step(page)
  }
  await quiet(page)
}

/** Content below a modal dialog is hidden from assistive technology, and is checked by its own state. */
const belowModal = 'body > [aria-hidden=true][data-base-ui-inert]'
const dialogs = '[role=dialog], [role=alertdialog]'

/** Checks colours in both schemes, but not twice where both widths have the same. */
async function check(page: Page, width: number, { withColours }: { withColours: boolean }) {
  const isModal = (await page.locator(belowModal).count()) > 0 && (await page.locator(dialogs).count()) > 0
  const include = isModal ? dialogs : ''
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await objectionsTo(page, { include, rules: withColours ? 'all' : 'structure' }), `${width} pixels`).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  if (!withColours) return
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await objectionsTo(page, { include, rules: 'colours' }), `${width} pixels, dark`).toEqual([])
}

for (const [area, list] of Object.entries(states)) {
  for (const state of list) {
    const tag = state.only === 'phone' ? '@phone' : []
    test(`shows ${state.name} (${area}) without accessibility violations`, { tag }, async ({ page, isMobile }) => {
      watchRequests(page)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      if (state.network) await disturb(page, state.network)
      await open(page, state)
      // Only a page without overlays has more to check when it is wide: its rails.
      await check(page, isMobile ? sizes.phone.width : sizes.desk.width, {
        withColours: state.steps.length === 0 || state.only !== undefined,
      })
      if (state.only) return
      const before = await page.locator(layers).count()
      await page.setViewportSize(sizes.phone)
      await quiet(page)
      if ((await page.locator(layers).count()) !== before) await open(page, state)
      await check(page, sizes.phone.width, { withColours: true })
    })
  }
}
