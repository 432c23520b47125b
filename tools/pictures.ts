// `npm run pictures`: takes the screenshots of the documentation, from a new demo campus. `npm run pictures removal decision`
// takes some of them only.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import start from '../e2e/server.ts'
import { findChromium } from './chromium.ts'

type Shot = {
  readonly name: string
  readonly path: string
  readonly as?: string
  readonly before?: (page: Page) => Promise<void>
  readonly devices?: readonly string[]
}

const shots: readonly Shot[] = [
  { name: 'feed', path: '/dashboard' },
  { name: 'post', path: '/dashboard', before: compose, devices: ['phone'] },
  { name: 'messages', path: '/messages', before: converse, devices: ['phone'] },
  { name: 'events', path: '/events', devices: ['phone'] },
  { name: 'reports', path: '/admin?tab=reports', as: 'dean@northfield.example', devices: ['desk'] },
  { name: 'removal', path: '/admin?tab=content', as: 'dean@northfield.example', before: remove },
  { name: 'appeals', path: '/admin?tab=appeals', as: 'site@northfield.example' },
  { name: 'decision', path: '/decisions', as: 'sam@northfield.example', before: readDecision },
]
const devices: Readonly<Record<string, BrowserContextOptions>> = {
  desk: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}
const schemes = ['light', 'dark'] as const
const wanted = process.argv.slice(2)
const folder = join(import.meta.dirname, '../docs/pictures')

mkdirSync(folder, { recursive: true })
const stop = await start()
const executablePath = findChromium()
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync']
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) })
try {
  for (const [device, options] of Object.entries(devices)) {
    for (const colorScheme of schemes) {
      for (const shot of shots.filter(
        ({ name, devices = [device] }) => devices.includes(device) && (wanted.length === 0 || wanted.includes(name)),
      ))
        await take(shot, `${shot.name}-${device}-${colorScheme}`, { ...options, colorScheme })
    }
  }
} finally {
  await browser.close()
  await stop()
}

async function take(
  { path, as = 'ada@northfield.example', before }: Shot,
  name: string,
  options: BrowserContextOptions,
) {
  const context = await browser.newContext({
    ...options,
    serviceWorkers: 'block',
    ...(process.env.E2E_URL ? { baseURL: process.env.E2E_URL } : {}),
  })
  const page = await context.newPage()
  await page.goto(`/auth/google?login_hint=${as}`)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await before?.(page)
  await page.waitForTimeout(1000) // pictures fade in
  const taken = await page.screenshot()
  await sharp(taken)
    .webp({ quality: 78, effort: 6 })
    .toFile(join(folder, `${name}.webp`))
  await context.close()
}

async function compose(page: Page) {
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const words = 'Golden hour over the lawn tonight. The rowing club came back just as the bells rang.'
  await page.getByLabel('Your post').fill(words)
}

async function converse(page: Page) {
  await page
    .getByRole('link', { name: /Grace Mbeki/ })
    .first()
    .click()
  await page.waitForLoadState('networkidle')
}

async function remove(page: Page) {
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  const words = 'The text has the phone number of another student, who asked you to take it down.'
  await page.getByLabel('What happened').fill(words)
}

async function readDecision(page: Page) {
  await page.locator('main a[href^="/decisions/"]').first().click()
  await page.waitForLoadState('networkidle')
}
