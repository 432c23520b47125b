import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import start from '../e2e/server.ts'
import { findChromium } from '../tools/chromium.ts'
import { type Exceeded, firstLoadBudget } from './budgets.ts'
import type { Section } from './report.ts'
import { median } from './server.ts'

type Stop = { readonly name: string; readonly path: string; readonly as?: string }

const stops: readonly Stop[] = [
  { name: 'sign-in', path: '/login' },
  { name: 'feed', path: '/dashboard', as: 'ada@northfield.example' },
  { name: 'messages', path: '/messages', as: 'ada@northfield.example' },
  { name: 'events', path: '/events', as: 'ada@northfield.example' },
  { name: 'marketplace', path: '/marketplace', as: 'ada@northfield.example' },
  { name: 'questions', path: '/assignment-help', as: 'ada@northfield.example' },
  { name: 'confessions', path: '/confessions', as: 'ada@northfield.example' },
  { name: 'groups', path: '/groups', as: 'ada@northfield.example' },
  { name: 'professors', path: '/rate-my-professor', as: 'ada@northfield.example' },
  { name: 'admin', path: '/admin', as: 'dean@northfield.example' },
]
/** A mid-range phone on a slow connection, as in Lighthouse: kilobits per second, and round-trip milliseconds. */
const line = { down: 1638.4, up: 675, latency: 150 }
const slowness = 4
const visits = 3
const lighthouse = 'lighthouse@13.5.0'
const runs = 5
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync']

type Felt = {
  readonly javascript: number
  readonly css: number
  readonly requests: number
  readonly fcp: number
  readonly lcp: number
  readonly shift: number
  readonly press: number
}

/** Size and Web Vitals of each page on a slow phone, and Lighthouse's results for the first two. */
export async function measurePages(): Promise<Section[]> {
  const stop = await start()
  const executablePath = findChromium() ?? 'chromium'
  const browser = await chromium.launch({ executablePath, args: quiet })
  try {
    const felt: string[][] = []
    const exceeded: Exceeded[] = []
    for (const stop of stops) {
      const seen: Felt[] = []
      for (let visit = 0; visit < visits; visit++) seen.push(await visitSlowly(browser, stop))
      const of = (figure: keyof Felt) => median(seen.map((vitals) => vitals[figure]))
      if (stop.name === 'feed')
        for (const kind of ['javascript', 'css'] as const)
          if (of(kind) > firstLoadBudget[kind] * 1024)
            exceeded.push({
              call: 'first load of the feed',
              figure: `${kilobytes(of(kind))} KB of ${kind}`,
              budget: `at most ${firstLoadBudget[kind]} KB`,
            })
      felt.push([
        stop.name,
        kilobytes(of('javascript')),
        kilobytes(of('css')),
        `${of('requests')}`,
        ...[of('fcp'), of('lcp'), of('press')].map((time) => Math.round(time).toLocaleString('en')),
        of('shift').toFixed(3),
      ])
      console.log(`  ${felt.at(-1)?.join('  ')}`)
    }
    const judged: string[][] = []
    for (const stop of stops.slice(0, 2)) {
      judged.push([stop.name, ...(await askLighthouse(stop, executablePath, await signInForCookies(browser, stop)))])
      console.log(`  Lighthouse: ${judged.at(-1)?.join('  ')}`)
    }
    return [
      {
        title: 'Pages on a slow phone',
        words: `A new visit, processor ${slowness} times slower, 1.6 Mbit/s, ${line.latency} ms there and back; median of ${visits}. Kilobytes of bodies as they are sent; times in milliseconds.`,
        head: ['page', 'JavaScript', 'CSS', 'requests', 'first paint', 'largest paint', 'first press', 'layout shift'],
        rows: felt,
        exceeded,
      },
      {
        title: 'Lighthouse, mobile',
        words: `\`${lighthouse}\`, signed in through the demo; median of ${runs}; the scores of all runs in brackets.`,
        head: [
          'page',
          'performance',
          'accessibility',
          'best practices',
          'LCP ms',
          'blocked ms',
          'layout shift',
          'machine index',
        ],
        rows: judged,
      },
    ]
  } finally {
    await browser.close()
    await stop()
  }
}

async function enter(page: Page, as: string | undefined) {
  if (as) await page.request.get(`/auth/google?login_hint=${encodeURIComponent(as)}`)
}

async function visitSlowly(browser: Browser, { path, as }: Stop): Promise<Felt> {
  const context = await browser.newContext({
    baseURL: process.env.E2E_URL ?? '',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    await enter(page, as)
    const devtools = await context.newCDPSession(page)
    const kinds = new Map<string, string>()
    const headers = new Map<string, number>()
    const sizes = { Script: 0, Stylesheet: 0 } as Record<string, number>
    let requests = 0
    await devtools.send('Network.enable')
    devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
      kinds.set(requestId, type)
      headers.set(requestId, response.encodedDataLength)
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      requests++
      const kind = kinds.get(requestId) ?? ''
      sizes[kind] = (sizes[kind] ?? 0) + encodedDataLength - (headers.get(requestId) ?? 0)
    })
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latency,
      downloadThroughput: (line.down * 1024) / 8,
      uploadThroughput: (line.up * 1024) / 8,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.addInitScript({ content: watchVitals })
    await page.goto(path)
    await page.getByRole('heading').first().waitFor({ timeout: 60_000 })
    await page.waitForTimeout(4000) // streams stay open, so the network is never idle
    const [javascript = 0, css = 0, asked] = [sizes.Script, sizes.Stylesheet, requests]
    const press = await pressSomething(page)
    const vitals = await page.evaluate<Vitals>('vitals')
    return { javascript, css, requests: asked, press, ...vitals }
  } finally {
    await context.close()
  }
}

type Vitals = { fcp: number; lcp: number; shift: number }

/** Runs in the page before the app's code. */
const watchVitals = `
  globalThis.vitals = { fcp: 0, lcp: 0, shift: 0 }
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') vitals.fcp = entry.startTime })
  watch('largest-contentful-paint', (entry) => { vitals.lcp = entry.startTime })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.shift += entry.value })`

const timeThePress = `addEventListener('pointerup', (event) => requestAnimationFrame(() =>
  setTimeout(() => { globalThis.pressed = performance.now() - event.timeStamp }, 0)), { once: true, capture: true })`

/** Milliseconds from pressing the first button to the next painted frame. */
async function pressSomething(page: Page): Promise<number> {
  await page.evaluate(timeThePress)
  await page.getByRole('button').first().tap({ force: true })
  await page.waitForFunction('globalThis.pressed')
  return page.evaluate('globalThis.pressed')
}

async function signInForCookies(browser: Browser, { as }: Stop): Promise<string> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  try {
    await enter(await context.newPage(), as)
    return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  } finally {
    await context.close()
  }
}

type Report = {
  readonly categories: Record<string, { readonly score: number }>
  readonly audits: Record<string, { readonly numericValue?: number }>
  readonly environment: { readonly benchmarkIndex: number }
}

async function askLighthouse({ path }: Stop, chromePath: string, cookie: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-lighthouse-'))
  const file = join(folder, 'report.json')
  const reports: Report[] = []
  try {
    for (let failures = 0; reports.length < runs; ) {
      const flags = [
        `--chrome-flags=--headless=new ${quiet.join(' ')}`,
        '--only-categories=performance,accessibility,best-practices',
        '--output=json',
        `--output-path=${file}`,
        '--quiet',
        ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
      ]
      const env = { ...process.env, CHROME_PATH: chromePath }
      try {
        execFileSync('npx', ['--yes', lighthouse, `${process.env.E2E_URL}${path}`, ...flags], {
          env,
          stdio: ['ignore', 'ignore', 'inherit'],
        })
      } catch (error) {
        if (++failures > runs) throw error // sometimes it cannot record the page (NO_NAVSTART)
        continue
      }
      reports.push(JSON.parse(readFileSync(file, 'utf8')))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const score = (category: string) =>
    `${Math.round(median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100)))}`
  const audit = (name: string) => median(reports.map(({ audits }) => audits[name]?.numericValue ?? 0))
  const scores = reports.map(({ categories }) => Math.round((categories.performance?.score ?? 0) * 100))
  return [
    `${score('performance')} (${scores.join(' ')})`,
    score('accessibility'),
    score('best-practices'),
    Math.round(audit('largest-contentful-paint')).toLocaleString('en'),
    Math.round(audit('total-blocking-time')).toLocaleString('en'),
    audit('cumulative-layout-shift').toFixed(3),
    `${Math.round(median(reports.map(({ environment }) => environment.benchmarkIndex)))}`,
  ]
}

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)
