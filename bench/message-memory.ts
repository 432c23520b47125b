// Measures the memory of a page with 50 and with 5,000 loaded messages of one conversation: script memory, DOM nodes and event
// listeners after a garbage collection, once the reader is at its beginning. `node bench/message-memory.ts`
import { setTimeout as sleep } from 'node:timers/promises'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../tools/chromium.ts'
import { makeConversation } from './long-conversation.ts'
import { makePeople, openServer, type Person } from './server.ts'

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

async function measure(devtools: CDPSession): Promise<string> {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  const megabytes = (read('JSHeapUsedSize') / 1024 ** 2).toFixed(1)
  const counts = ['Nodes', 'JSEventListeners'].map((name) => read(name).toLocaleString('en'))
  return `${megabytes} MB of script memory, ${counts[0]} DOM nodes, ${counts[1]} listeners`
}
