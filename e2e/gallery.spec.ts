// Every state of every screen, at the widths of a phone and of a desktop: axe looks at each, the page is not wider than its
// window, and in the dark scheme the colours have their contrast. The states are those of `npm run tour`.
import { alone } from '../src/shared/server/db.ts'
import { createTourPeople } from '../tools/tour-people.ts'
import { disturb, type State, states } from '../tools/tour-states.ts'
import { test as base, expect, openCalls, quiet, signIn, watchRequests } from './kit.ts'
import { objectionsTo } from './objections.ts'

const test = base.extend<object, { tourPeople: undefined }>({
  tourPeople: [
    async ({ db, server, playwright }, use) => {
      await alone(db, 'tour people', async () => {
        const school = db.selectFrom('schools').where('email_domain', '=', 'emptyfield.example').select('id')
        if (await school.executeTakeFirst()) return
        await createTourPeople((email) => openCalls(playwright.request, server, email))
      })
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})

const tagOf = ({ only }: State) => (only === 'phone' ? '@phone' : only === 'desk' ? [] : '@both')

for (const [area, list] of Object.entries(states)) {
  for (const state of list) {
    test(`shows ${state.name} (${area}) without accessibility violations`, { tag: tagOf(state) }, async ({ page }) => {
      watchRequests(page)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      if (state.network) await disturb(page, state.network)
      await (state.as ? signIn(page, state.as, state.path) : page.goto(state.path))
      for (const step of state.steps) {
        await quiet(page)
        await step(page)
      }
      await quiet(page)
      expect(await objectionsTo(page)).toEqual([])
      const { width = 0 } = page.viewportSize() ?? {}
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await objectionsTo(page, { coloursOnly: true })).toEqual([])
    })
  }
}
