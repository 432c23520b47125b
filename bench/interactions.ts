import { type Browser, chromium, type Page } from '@playwright/test'
import start from '../e2e/server.ts'
import { findChromium } from '../tools/chromium.ts'
import type { Exceeded } from './budgets.ts'
import type { Section } from './report.ts'
import { median } from './server.ts'

/** What users do most, each as the first action on a new page. */
const interactions: readonly Interaction[] = [
  { name: 'like a post', path: '/dashboard', press: (page) => page.getByRole('button', { name: /^Like\b/ }).first() },
  {
    name: 'open comments',
    path: '/dashboard',
    press: (page) => page.getByRole('button', { name: /, [1-9]\d* comments?$/ }).first(),
  },
  {
    name: 'filter the feed',
    path: '/dashboard',
    press: (page) => page.getByRole('radio', { name: 'Friends', exact: true }),
  },
  {
    name: 'open the composer',
    path: '/dashboard',
    press: (page) => page.getByRole('button', { name: /^What’s new/ }),
  },
  {
    name: 'attend an event',
    path: '/events',
    press: (page) => page.getByRole('button', { name: /^I’m in/ }).first(),
  },
  { name: 'open an event', path: '/events', press: (page) => page.locator('main article h3 a').first() },
  {
    name: 'filter the marketplace',
    path: '/marketplace',
    press: (page) => page.getByRole('radio', { name: 'Textbooks', exact: true }),
  },
  {
    name: 'send a message',
    path: '/messages',
    prepare: async (page) => {
      await page.locator('main a[href^="/messages/"]').first().tap()
      await page.getByLabel(/^Message to/).fill('On my way')
    },
    press: (page) => page.getByRole('button', { name: 'Send', exact: true }),
  },
]
type Interaction = {
  readonly name: string
  readonly path: string
  readonly prepare?: (page: Page) => Promise<void>
  readonly press: (page: Page) => ReturnType<Page['locator']>
}

const slowness = 4
const visits = 3
/** From the press to the next painted frame, as the browser reports it. */
const maxMs = 200
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync']

/** Interaction to next paint of what users do most, on a slow phone. */
export async function measureInteractions(): Promise<Section[]> {
  const stop = await start()
  const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: quiet })
  try {
    const rows: string[][] = []
    const exceeded: Exceeded[] = []
    for (const interaction of interactions) {
      const times: number[] = []
      for (let visit = 0; visit < visits; visit++) times.push(await pressOnce(browser, interaction))
      const middle = median(times)
      rows.push([interaction.name, `${middle}`, `${Math.max(...times)}`])
      console.log(`  ${rows.at(-1)?.join('  ')}`)
      if (middle > maxMs)
        exceeded.push({ call: interaction.name, figure: `${middle} ms to the next paint`, budget: `${maxMs} ms` })
    }
    return [
      {
        title: 'Interaction to next paint on a slow phone',
        words: `The first press on a new page, processor ${slowness} times slower; ${visits} visits, in milliseconds. Frames count in steps of 8 ms.`,
        head: ['press', 'median', 'longest'],
        rows,
        exceeded,
      },
    ]
  } finally {
    await browser.close()
    await stop()
  }
}

/** Keeps the longest event of each interaction. */
const watchInteractions = `
  globalThis.interactions = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 })`

const longest = `new Promise((resolve) => setTimeout(() => resolve(Math.max(0, ...interactions.values())), 1500))`

async function pressOnce(browser: Browser, { path, prepare, press }: Interaction): Promise<number> {
  const context = await browser.newContext({
    baseURL: process.env.E2E_URL ?? '',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    await page.request.get('/auth/google?login_hint=ada%40northfield.example')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.addInitScript({ content: watchInteractions })
    await page.goto(path)
    await page.locator('html[data-live=open]').waitFor({ timeout: 60_000 })
    await prepare?.(page)
    const target = press(page)
    await target.scrollIntoViewIfNeeded()
    await page.waitForTimeout(1500) // what loads after the page does not count
    await page.evaluate('interactions.clear()')
    await target.tap()
    return await page.evaluate<number>(longest)
  } finally {
    await context.close()
  }
}
