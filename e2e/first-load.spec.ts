import { readFileSync } from 'node:fs'
import { expect, expectLive, quiet, signIn, test, watchRequests } from './kit.ts'

test('sends the first API requests of a page immediately, once, while its code loads', async ({ page }) => {
  await signIn(page, 'alan@northfield.example')
  await expect(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const early = [/^\/api\/me$/, /^\/api\/posts\/feed$/, /^\/assets\/FeedWithExtras-.*\.js$/]
  let held = 0
  await page.route('**/assets/index-*.js', async (route) => {
    held++
    for (const address of early) await expect.poll(() => asked.filter((path) => address.test(path))).toHaveLength(1)
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(held).toBe(1)
  for (const address of early) expect(asked.filter((path) => address.test(path))).toHaveLength(1)
})

test('does not refetch loaded data when the event stream opens', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.resourceType() === 'fetch') asked.push(pathname + search)
  })
  await signIn(page, 'alan@northfield.example')
  await expectLive(page)
  await page.evaluate(() => fetch('/healthz')) // queued behind all other requests of the page
  await expect.poll(() => asked).toContain('/healthz')
  // Counts are fetched when the browser is first idle: only after that could they be fetched again.
  const told = () => asked.filter((path) => /^\/(api\/notifications|api\/friends|conversations)/.test(path))
  for (const path of ['/api/notifications/count', '/conversations'])
    await expect.poll(() => told().some((request) => request.startsWith(path))).toBe(true)
  expect(told()).toEqual([...new Set(told())])
})

test('sends no requests for signed-in users on behalf of a signed-out client', async ({ page }) => {
  const refused: string[] = []
  page.on('request', (request) => refused.push(new URL(request.url()).pathname))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(refused).not.toContain('/api/posts/feed')
})

test('a finished feed takes few requests, and loads no code for dialogs and toasts @both', async ({
  page,
  isMobile,
}) => {
  watchRequests(page)
  await signIn(page, 'alan@northfield.example')
  await expectLive(page)
  const paths = new Set<string>()
  page.on('request', (request) => {
    // Pictures and videos depend on the content; the stream is a request that stays.
    if (!['image', 'media', 'eventsource'].includes(request.resourceType())) paths.add(new URL(request.url()).pathname)
  })
  const find = (part: RegExp) => [...paths].filter((path) => part.test(path))
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectLive(page)
  await quiet(page)
  expect(find(/dialog|Toast/)).toEqual([])
  // One of them for posts with a note, which other users may have written.
  expect(paths.size, [...paths].join('\n')).toBeLessThanOrEqual(isMobile ? 16 : 21)
  await page.keyboard.press('Shift')
  await expect.poll(() => find(/Toast/)).toHaveLength(1)
})

test('the code of muted words and the phrases of a crisis are lazy pieces of at most 8 KB', async () => {
  const folder = new URL('../dist/client/', import.meta.url)
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')
  type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly isEntry?: boolean }
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(read('manifest.json'))
  const scripts = Object.entries(chunks).filter(([, { file }]) => file.endsWith('.js'))
  /** Names of what loads with a piece, and with the pieces that it imports. */
  const listLoaded = (name: string, loaded = new Set<string>()): Set<string> => {
    if (loaded.has(name)) return loaded
    loaded.add(name)
    for (const other of chunks[name]?.imports ?? []) listLoaded(other, loaded)
    return loaded
  }
  const entries = scripts.filter(([, { isEntry }]) => isEntry).map(([name]) => name)
  const composers = [
    'FeedWithExtras.tsx',
    'MessagesWithListings.tsx',
    '../../features/confessions/web/ConfessionsPage.tsx',
  ]
  const first = new Set([...entries, ...composers].flatMap((name) => [...listLoaded(name)]))
  expect(first.size).toBeGreaterThan(composers.length + 1)
  for (const part of ['normalize(`NFKD`)', 'kill myself']) {
    const found = scripts.filter(([, { file }]) => read(file).includes(part))
    expect(found, part).toHaveLength(1)
    for (const [name, { file }] of found) {
      expect(Buffer.byteLength(read(file)), part).toBeLessThanOrEqual(8 * 1024)
      expect([...first], part).not.toContain(name)
    }
  }
})
