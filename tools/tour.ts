// `npm run tour`: signs in as each demo role on a new demo campus, takes screenshots of every state of `tour-states.ts` in
// four widths, light and dark, checks each with axe, and writes contact sheets to .tour/.
//   npm run tour -- feed "assignment help"     only these areas
//   npm run tour -- "first minutes"            a new student in a busy and in an empty school, moment by moment
//   … --url=http://localhost:3000      on a running server
//   … --widths=390,1280 --schemes=light --no-axe
//   … --patience=60                    on a busy machine: seconds for steps that take 8 on an idle one
//   … --states="seal|appeal"           only states whose name matches this pattern
//   … --singles                        also each picture in its own file, in full size
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { objectionsTo } from '../e2e/accessibility.ts'
import start from '../e2e/server.ts'
import { findChromium } from './chromium.ts'
import { firstMinutes, newSchools } from './first-minutes.ts'
import { createTourPeople } from './tour-people.ts'
import { disturb, type State, states } from './tour-states.ts'

type Shot = { readonly label: string; readonly image: Buffer }

const { values: flags, positionals: areas } = parseArgs({
  allowPositionals: true,
  options: {
    widths: { type: 'string', default: '320,390,768,1280' },
    schemes: { type: 'string', default: 'light,dark' },
    axe: { type: 'boolean', default: true },
    url: { type: 'string', default: '' },
    out: { type: 'string', default: '.tour' },
    patience: { type: 'string', default: '8' },
    states: { type: 'string', default: '' },
    singles: { type: 'boolean', default: false },
  },
  allowNegative: true,
})
const widths = flags.widths.split(',').map(Number)
const schemes = flags.schemes.split(',') as ('light' | 'dark')[]
/** Screens from this width in pixels count as desktop, below as touch. */
const deskFrom = 1024
const patience = Number(flags.patience) * 1000
const toViewportHeight = (width: number) => (width >= deskFrom ? 900 : width >= 700 ? 1024 : 844)

const troubles: string[] = []
/** Printed immediately, because a complete tour takes long. */
const tell = (trouble: string) => {
  troubles.push(trouble)
  console.log(`- ${trouble}`)
}
const isWanted = (area: string) => areas.length === 0 || areas.includes(area)
let looked = 0
if (flags.url) process.env.E2E_URL = flags.url
const stop = flags.url ? async () => {} : await start()
const executablePath = findChromium()
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync']
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) })
try {
  await prepare()
  rmSync(flags.out, { recursive: true, force: true })
  mkdirSync(flags.out, { recursive: true })
  for (const [area, list] of Object.entries(states)) {
    const wanted = list.filter(({ name }) => new RegExp(flags.states).test(name))
    if (isWanted(area) && wanted.length > 0) await visit(area, wanted)
  }
  if (isWanted('first minutes'))
    for (const [school, domain] of Object.entries(newSchools)) await arrive(`first-minutes-${school}`, domain)
} finally {
  await browser.close()
  await stop()
}
writeFileSync(join(flags.out, 'troubles.txt'), `${troubles.join('\n')}\n`)
console.log(`${looked} pictures in ${flags.out}; ${troubles.length} troubles`)
process.exit(troubles.length > 0 ? 1 : 0)

/** All states of an area in all widths, as one contact sheet per width and scheme. */
async function visit(area: string, list: readonly State[]) {
  const sheets = new Map<string, Shot[]>()
  for (const device of ['phone', 'desk'] as const) {
    const fitting = widths.filter((width) => (device === 'desk') === width >= deskFrom)
    const contexts = new Map<string, BrowserContext>()
    if (fitting.length === 0) continue
    for (const state of list.filter(({ only = device }) => only === device)) {
      const context = contexts.get(state.as) ?? (await open(device, fitting.at(-1) ?? 390, state.as))
      contexts.set(state.as, context)
      await photograph(area, context, state, fitting, sheets)
    }
    for (const context of contexts.values()) await context.close()
  }
  for (const [key, shots] of sheets) await lay(`${area.replaceAll(' ', '-')}-${key}`, shots)
  console.log(`${area}: ${looked} pictures so far, ${troubles.length} troubles`)
}

/** The first minutes of a new student per device, as contact sheets. */
async function arrive(name: string, domain: string) {
  const sheets = new Map<string, Shot[]>()
  for (const device of ['phone', 'desk'] as const) {
    const fitting = widths.filter((width) => (device === 'desk') === width >= deskFrom)
    if (fitting.length === 0) continue
    const context = await open(device, fitting.at(-1) ?? 390, '')
    const page = await context.newPage()
    for (const moment of firstMinutes(`new-on-${device}@${domain}`)) {
      const where = `${name}: ${moment.name}`
      const note = (error: unknown) => tell(`${where} (${device}): ${String(error).split('\n')[0]}`)
      await moment.act(page).catch(note)
      await settled(page)
      await look(page, where, moment.name, fitting, sheets).catch(note)
    }
    await context.close()
  }
  for (const [key, shots] of sheets) await lay(`${name}-${key}`, shots)
  console.log(`${name}: ${looked} pictures so far, ${troubles.length} troubles`)
}

async function open(device: 'phone' | 'desk', width: number, email: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: process.env.E2E_URL ?? '',
    viewport: { width, height: toViewportHeight(width) },
    reducedMotion: 'reduce', // the final state of every animation
    serviceWorkers: 'block', // it would answer instead of the routes below
    ...(device === 'phone' ? { isMobile: true, hasTouch: true } : {}),
  })
  context.setDefaultTimeout(patience)
  context.setDefaultNavigationTimeout(patience * 4) // the first navigation compiles and renders everything
  await context.addInitScript({ content: 'window.quadTest = { readRetries: 0 }' }) // failures show immediately
  if (email) {
    const page = await context.newPage()
    await page.goto(`/auth/google?login_hint=${email}`)
    await page.close()
  }
  return context
}

async function photograph(
  area: string,
  context: BrowserContext,
  state: State,
  fitting: readonly number[],
  sheets: Map<string, Shot[]>,
) {
  const page = await context.newPage()
  const where = `${area}: ${state.name}`
  const note = (error: unknown) => tell(`${where} (${fitting.join()}): ${String(error).split('\n')[0]}`)
  page.on('pageerror', (error) => tell(`${where}: ${error.message}`))
  try {
    await context.setOffline(false)
    await clearDrafts(page)
    if (state.network) await disturb(page, state.network)
    await page.goto(state.path)
    if (state.network === 'slow')
      await page.locator('main').first().waitFor() // its requests never end
    else await settled(page)
    for (const step of state.steps) {
      await step(page)
      if (state.network !== 'slow') await settled(page)
    }
  } catch (error) {
    note(error)
  }
  await look(page, where, state.name, fitting, sheets).catch(note)
  await page.close()
}

/** The states of a person share a context: what one has typed must not be in the fields of another. */
async function clearDrafts(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const origin = new URL(process.env.E2E_URL ?? '').origin
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
  await devtools.detach()
}

/** Takes the current state in all widths and schemes. */
async function look(page: Page, where: string, label: string, fitting: readonly number[], sheets: Map<string, Shot[]>) {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    for (const width of fitting) {
      await page.setViewportSize({ width, height: toViewportHeight(width) })
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
      await page.waitForTimeout(250) // animations have ended
      const image = await page.screenshot()
      const key = `${width}-${colorScheme}`
      if (flags.singles) writeFileSync(join(flags.out, `${toFileName(`${where} ${key}`)}.png`), image)
      sheets.set(key, [...(sheets.get(key) ?? []), { label, image }])
      looked++
      // not innerWidth: a phone zooms out until content that is too wide fits
      const wide = Number(await page.evaluate('document.documentElement.scrollWidth')) - width
      if (wide > 0) tell(`${where}: ${wide} pixels wider than ${width}`)
    }
    if (!flags.axe) continue
    for (const objection of await objectionsTo(page, { rules: colorScheme === schemes[0] ? 'all' : 'colours' }))
      tell(`${where} (${colorScheme}, ${fitting.at(-1)}): ${objection}`)
  }
}

function toFileName(text: string) {
  return text.replace(/[^\w-]+/g, '-')
}

async function settled(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: patience / 2 }).catch(() => {}) // otherwise take the screenshot as it is
  await page.waitForTimeout(150)
}

/** Lays out all shots with their names, left to right; splits sheets that would be too high. */
async function lay(name: string, shots: readonly Shot[]) {
  const { width = 390, height = 844 } = await sharp(shots[0]?.image).metadata()
  const columns = width >= deskFrom ? 2 : width >= 700 ? 3 : 5
  const rows = 2
  const tile = { width: Math.round(1560 / columns), label: 22, gap: 8 }
  const tall = Math.round((tile.width / width) * height)
  for (let first = 0; first < shots.length; first += columns * rows) {
    const some = shots.slice(first, first + columns * rows)
    const layers = some.map(async ({ label, image }, at) => {
      const left = (at % columns) * (tile.width + tile.gap)
      const top = Math.floor(at / columns) * (tall + tile.label + tile.gap)
      const text = `<svg width="${tile.width}" height="${tile.label}"><text x="2" y="16" font-family="sans-serif" font-size="14">${label.replace(/[<&]/g, '')}</text></svg>`
      const small = await sharp(image).resize(tile.width, tall).png().toBuffer()
      return [
        { input: Buffer.from(text), left, top },
        { input: small, left, top: top + tile.label },
      ]
    })
    await sharp({
      create: {
        width: columns * (tile.width + tile.gap),
        height: Math.ceil(some.length / columns) * (tall + tile.label + tile.gap),
        channels: 3,
        background: '#e8a0c0',
      },
    })
      .composite((await Promise.all(layers)).flat())
      .png()
      .toFile(join(flags.out, `${name}-${first / (columns * rows) + 1}.png`))
  }
}

/** Creates users that the demo lacks. */
async function prepare() {
  const contexts: BrowserContext[] = []
  await createTourPeople(async (email) => {
    const context = await open('desk', 1280, email)
    contexts.push(context)
    return context.request
  })
  for (const context of contexts) await context.close()
}
