// Measures the memory of a page with 50 and with 5,000 loaded messages of one conversation: script memory, DOM nodes and event
// listeners after a garbage collection, once the reader is at its beginning. `node bench/message-memory.ts`; with `--names` also
// what the script memory consists of.
import { setTimeout as sleep } from 'node:timers/promises'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../tools/chromium.ts'
import { makeConversation } from './long-conversation.ts'
import { makePeople, openServer, type Person } from './server.ts'

const loads = [50, 5000]
const settleMs = 3000
const namesShown = 15

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
  await page.goto(`/messages/${other.id}`)
  await page.locator('[data-message]').first().waitFor()
  const devtools = await context.newCDPSession(page)
  for (const count of loads) {
    await loadUntil(page, count)
    await sleep(settleMs) // what is far away is drawn, and then reduced
    console.log(`${count}: ${await measure(devtools)}`)
    if (process.argv.includes('--names')) console.log(await listNames(devtools))
  }
} finally {
  await browser.close()
  await server.close()
}

async function loadUntil(page: Page, count: number): Promise<void> {
  const messages = page.locator('[data-message]')
  for (let loaded = await messages.count(); loaded < count; loaded = await messages.count()) {
    await page.getByRole('region', { name: 'Messages' }).evaluate((element) => element.scrollTo(0, 0))
    await page.waitForFunction(`document.querySelectorAll('[data-message]').length > ${loaded}`)
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

type Snapshot = {
  readonly snapshot: { readonly meta: { readonly node_fields: string[]; readonly node_types: [string[]] } }
  readonly nodes: number[]
  readonly strings: string[]
}

/** The constructors and types with the largest sums of own sizes. */
async function listNames(devtools: CDPSession): Promise<string> {
  const chunks: string[] = []
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  devtools.removeAllListeners('HeapProfiler.addHeapSnapshotChunk')
  const { snapshot, nodes, strings } = JSON.parse(chunks.join('')) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const place = (field: string) => fields.indexOf(field)
  const sums = new Map<string, { count: number; bytes: number }>()
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0][nodes[at + place('type')] ?? 0] ?? ''
    const isNamed = ['object', 'native', 'closure'].includes(type)
    const name = isNamed ? `${type} ${strings[nodes[at + place('name')] ?? 0]}`.slice(0, 60) : type
    const sum = sums.get(name) ?? { count: 0, bytes: 0 }
    sums.set(name, { count: sum.count + 1, bytes: sum.bytes + (nodes[at + place('self_size')] ?? 0) })
  }
  return [...sums]
    .toSorted(([, one], [, next]) => next.bytes - one.bytes)
    .slice(0, namesShown)
    .map(
      ([name, { count, bytes }]) => `  ${(bytes / 1024 ** 2).toFixed(1)} MB  ${count.toLocaleString('en')} × ${name}`,
    )
    .join('\n')
}
