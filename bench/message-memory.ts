// Measures a page with 50 and with 5,000 loaded messages of one conversation: script memory, DOM nodes and event listeners after
// a garbage collection, once the reader is at its beginning, and the times between the frames while it scrolls.
// `node bench/message-memory.ts`
import { setTimeout as sleep } from 'node:timers/promises'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../tools/chromium.ts'
import { makeConversation } from './long-conversation.ts'
import { makePeople, openServer, type Person, percentile } from './server.ts'

const loads = [50, 5000]
const settleMs = 3000

const server = await openServer()
const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: ['--no-sandbox'] })
try {
  const people = (await makePeople(server.db, 2)) as [Person, Person]
  const [me, other] = people
  // The last page is not loaded: the list keeps its button for earlier messages.
  await makeConversation(server.db, people, { count: Math.max(...loads) + 50, unread: 0 })
  const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1280, height: 800 } })
  const [name = '', value = ''] = me.cookie.split('=')
  await context.addCookies([{ name, value, url: server.address }])
  const page = await context.newPage()
  await page.request.post('/api/users/accept-terms')
  await page.request.put('/api/users/me', { data: { welcome: 'done' } }) // its dialog would cover the list
  await page.goto(`/messages/${other.id}`)
  await page.locator('[data-message]').first().waitFor()
  const devtools = await context.newCDPSession(page)
  for (const count of loads) {
    await loadUntil(page, count)
    await sleep(settleMs) // what is far away is drawn, and then reduced
    console.log(`${count}: ${await measure(devtools)}`)
    for (const place of count > 50 ? ['end', 'middle'] : ['end'])
      console.log(`${count}, scrolled at the ${place}: ${await scroll(page, place)}`)
  }
} finally {
  await browser.close()
  await server.close()
}

async function loadUntil(page: Page, count: number): Promise<void> {
  const messages = page.locator('[data-message]')
  for (let loaded = await messages.count(); loaded < count; loaded = await messages.count()) {
    await page.getByRole('region', { name: 'Messages' }).evaluate((element) => element.scrollTo(0, 0))
    await messages.nth(loaded).waitFor({ state: 'attached' })
  }
}

/** Scrolls up and down by 40 pixels per frame, eight times across a screen and a half. Milliseconds between the frames. */
async function scroll(page: Page, place: string): Promise<string> {
  const list = page.getByRole('region', { name: 'Messages' })
  await list.evaluate((element, isEnd) => element.scrollTo(0, element.scrollHeight / (isEnd ? 1 : 2)), place === 'end')
  await sleep(settleMs)
  const times = await list.evaluate(async (element) => {
    const { requestAnimationFrame } = globalThis as unknown as {
      requestAnimationFrame: (act: (at: number) => void) => void
    }
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const between: number[] = []
    let before = await frame()
    for (let count = 0; count < 480; count++) {
      element.scrollBy(0, Math.floor(count / 30) % 2 ? 40 : -40)
      const now = await frame()
      between.push(now - before)
      before = now
    }
    return between
  })
  const late = times.filter((time) => time > 1000 / 30).length
  const [middle, high, most] = [percentile(times, 50), percentile(times, 95), Math.max(...times)]
  return `${middle.toFixed(1)} ms median, ${high.toFixed(1)} ms p95, ${most.toFixed(1)} ms longest, ${late} of ${times.length} above 33 ms`
}

async function measure(devtools: CDPSession): Promise<string> {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  const megabytes = (read('JSHeapUsedSize') / 1024 ** 2).toFixed(1)
  const counts = ['Nodes', 'JSEventListeners'].map((name) => read(name).toLocaleString('en'))
  return `${megabytes} MB of script memory, ${counts[0]} DOM nodes, ${counts[1]} listeners`
}
