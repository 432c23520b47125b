import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Request = { readonly path: string; readonly key: string | undefined; readonly body: unknown }
type Reply = { readonly status: number; readonly body?: object; readonly headers?: Record<string, string> }

let sent: Request[]
/** What the server answers; an error stands for a lost connection. */
let answer: (sent: Request) => Reply | Error
let userId: string

beforeEach(() => {
  userId = crypto.randomUUID()
  vi.stubGlobal('navigator', { onLine: true, locks: createLocks() })
  sent = []
  answer = () => ({ status: 201, body: { success: true, data: {} } })
  vi.stubGlobal(
    'fetch',
    async (path: string, { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {}) => {
      const request = {
        path,
        key: headers['idempotency-key'],
        body: body && JSON.parse(body),
      }
      sent.push(request)
      const reply = answer(request)
      if (reply instanceof Error) throw reply
      return new Response(JSON.stringify(reply.body ?? {}), reply)
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Web Locks, which all pages share. */
function createLocks() {
  const turns = new Map<string, Promise<unknown>>()
  const request = (name: string, run: () => Promise<unknown>) => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(run)
    turns.set(name, turn)
    return turn
  }
  return { request }
}

const offline = () => new TypeError('Failed to fetch')

/** A page: its own copy of the code, as after a reload, and as in a second tab. */
async function openPage(owner = userId) {
  vi.resetModules()
  const storage = await import('./user-storage.ts')
  storage.claimStorage(owner)
  const outbox = await import('./outbox.ts')
  const [items, sending] = [await import('./outbox-items.ts'), await import('./outbox-sending.ts')]
  await outbox.startOutbox({ client: new QueryClient(), upload: async (file) => `/media/${file.name}` })
  return { ...items, ...sending, ...outbox, ...storage }
}
type Page = Awaited<ReturnType<typeof openPage>>

const write = (page: Page, text: string, target = 'message c') =>
  page.enqueue({
    key: crypto.randomUUID(),
    target,
    title: 'Message to Ada',
    text,
    link: '/messages/c',
    call: { route: 'POST /conversations/:id/messages', params: { id: 'c' }, body: { content: text } },
    refresh: [],
  })
const wish = (page: Page, value: boolean, isUncertain = true) =>
  page.keepWish({
    key: crypto.randomUUID(),
    target: 'favorite l',
    title: 'Save to Favorites',
    text: 'Lamp',
    link: '/marketplace',
    call: { route: 'POST /api/marketplace/:id/favorite', params: { id: 'l' } },
    refresh: [],
    wish: { wish: value, known: !value, field: 'is_favorited', fulfilled: value, is_uncertain: isUncertain },
  })
const texts = ({ currentItems }: Page) => currentItems().map(({ text }) => text)
const states = (page: Page) => page.currentItems().map(page.findItemState)
const sentTexts = () => sent.map(({ body }) => (body as { content: string }).content)

test('keeps items in order while offline, and sends each once in order with its key after a reload', async () => {
  answer = offline
  const page = await openPage()
  for (const text of ['one', 'two', 'three']) await write(page, text)
  await expect.poll(() => states(page)).toEqual(['waiting', 'waiting', 'waiting'])
  const keys = page.currentItems().map(({ key }) => key)
  sent = []
  answer = () => ({ status: 201, body: {} })
  const again = await openPage()
  await expect.poll(() => texts(again)).toEqual([])
  expect(sentTexts()).toEqual(['one', 'two', 'three'])
  expect(sent.map(({ key }) => key)).toEqual(keys)
})

test('what was sent is not shown again while it is being removed', async () => {
  const page = await openPage()
  const seen: string[][] = []
  let isSent = false
  page.onItemSent(() => {
    isSent = true
  })
  const watch = setInterval(() => isSent && seen.push(states(page)), 0)
  await write(page, 'one')
  await expect.poll(() => isSent).toBe(true)
  await page.loadItems()
  await expect.poll(() => seen.length).toBeGreaterThan(3)
  clearInterval(watch)
  expect(seen.flat()).toEqual([])
})

test('an item whose reply was lost is sent again with the same key', async () => {
  answer = offline
  const page = await openPage()
  await write(page, 'one')
  await expect.poll(() => states(page)).toEqual(['waiting'])
  answer = () => ({ status: 201, body: {} })
  await page.sendAll()
  expect(sent).toHaveLength(2)
  expect(sent[0]?.key).toBe(sent[1]?.key)
})

test.each([403, 404, 409])(
  'keeps the text with the reason after a refusal with %i, and sends the next item',
  async (status) => {
    answer = ({ body }) =>
      (body as { content: string }).content === 'one' ? { status, body: { error: 'The reason' } } : { status: 201 }
    const page = await openPage()
    await write(page, 'one')
    await write(page, 'two')
    await expect.poll(() => texts(page)).toEqual(['one'])
    expect(states(page)).toEqual(['refused'])
    expect(page.currentItems()[0]?.refusal).toEqual({ status, message: 'The reason' })
    expect(sentTexts()).toEqual(['one', 'two'])
  },
)

test('waits as long as the server asks after a 429', async () => {
  answer = () => ({ status: 429, body: { error: 'Slow down', retry_after: 1 } })
  const page = await openPage()
  await write(page, 'one')
  await expect.poll(() => states(page)).toEqual(['waiting'])
  await page.sendAll()
  expect(sent).toHaveLength(1)
  answer = () => ({ status: 201 })
  await expect.poll(() => texts(page)).toEqual([])
})

test('several items that fail together do not lengthen the delay before the next attempt', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const delays = () => timers.mock.calls.flatMap(([, delay = 0]) => (delay >= 1000 ? delay : []))
  answer = offline
  const page = await openPage()
  const words = ['one', 'two', 'three', 'four', 'five']
  for (const text of words) await write(page, text)
  await expect.poll(() => sent, { interval: 1 }).toHaveLength(words.length)
  expect(delays()).toEqual([2000])
  await vi.advanceTimersByTimeAsync(2000)
  await expect.poll(() => delays()).toEqual([2000, 4000])
})

test('asks before it sends an item that is older than 40 hours', async () => {
  answer = offline
  const page = await openPage()
  vi.useFakeTimers({ toFake: ['Date'] })
  await write(page, 'old')
  await expect.poll(() => states(page)).toEqual(['waiting'])
  sent = []
  answer = () => ({ status: 201 })
  vi.setSystemTime(Date.now() + 40 * 3_600_000 + 1)
  const again = await openPage()
  expect(states(again)).toEqual(['old'])
  expect(sent).toEqual([])
  const [item] = again.currentItems()
  if (item) await again.retryItem(item)
  expect(sentTexts()).toEqual(['old'])
  expect(texts(again)).toEqual([])
})

test('two tabs send each item once', async () => {
  answer = offline
  const first = await openPage()
  for (const text of ['one', 'two']) await write(first, text)
  await expect.poll(() => states(first)).toEqual(['waiting', 'waiting'])
  answer = () => ({ status: 201 })
  sent = []
  const second = await openPage()
  await Promise.all([first.sendAll(), second.sendAll()])
  expect(sentTexts()).toEqual(['one', 'two'])
})

test('keeps the last wish per target, and sends none that changes nothing', async () => {
  answer = offline
  vi.stubGlobal('navigator', { onLine: false, locks: createLocks() })
  const page = await openPage()
  await wish(page, true, false)
  expect(page.currentItems()).toHaveLength(1)
  await wish(page, false, false)
  await expect.poll(() => page.currentItems()).toEqual([])
})

test('corrects a toggling call that had arrived before', async () => {
  answer = offline
  const page = await openPage()
  await wish(page, true)
  await expect.poll(() => states(page)).toEqual(['waiting'])
  let isOn = true // the lost call had arrived
  answer = () => {
    isOn = !isOn
    return { status: 200, body: { is_favorited: isOn } }
  }
  sent = []
  await page.sendAll()
  expect(isOn).toBe(true)
  expect(sent).toHaveLength(2)
  expect(page.currentItems()).toEqual([])
})

test('uploads a file once, and sends its URL', async () => {
  const page = await openPage()
  answer = offline
  await page.enqueue({
    key: 'k',
    target: 'posts',
    title: 'Post',
    text: 'A picture',
    link: '/dashboard',
    call: { route: 'POST /api/posts', body: { content: 'A picture', media_urls: [] } },
    files: [{ name: 'cat.png', purpose: 'post', file: new File(['x'], 'cat.png') }],
    filesField: { name: 'media_urls', isList: true },
    refresh: [],
  })
  await expect.poll(() => page.currentItems()[0]?.files?.[0]?.url).toBe('/media/cat.png')
  answer = () => ({ status: 201 })
  await page.sendAll()
  expect(sent.at(-1)?.body).toEqual({ content: 'A picture', media_urls: ['/media/cat.png'] })
})

test('shows how much of a file is uploaded, and discards the item when its upload is cancelled', async () => {
  const page = await openPage()
  const transfers = await import('./outbox-transfers.ts')
  let report: (share: number) => void = () => {}
  await page.startOutbox({
    client: new QueryClient(),
    upload: (_file, _purpose, { onProgress, signal }) =>
      new Promise((_resolve, reject) => {
        report = onProgress
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  const message = {
    target: 'message c',
    title: 'Message to Ada',
    link: '/messages/c',
    call: { route: 'POST /conversations/:id/messages', params: { id: 'c' }, body: {} },
    refresh: [],
  }
  const files = [{ name: 'notes.pdf', purpose: 'message_file', file: new File(['x'], 'notes.pdf') }]
  const filesField = { name: 'attachment_urls', isList: true }
  const item = await page.enqueue({ ...message, key: 'k', text: '', files, filesField })
  await page.enqueue({ ...message, key: 'next', text: 'Next' })
  await expect.poll(() => transfers.findTransferredShare('k')).toBe(0)
  report(0.4)
  expect(transfers.findTransferredShare('k')).toBe(0.4)
  await page.discardItem(item)
  await expect.poll(() => page.currentItems()).toEqual([])
  expect(
    sent.map(({ key }) => key),
    'the next one is sent, the cancelled one is not',
  ).toEqual(['next'])
  expect(transfers.findTransferredShare('k')).toBe(undefined)
})

/** An item with pictures whose uploads wait until `finish` is called, and fail when they are cancelled. */
async function uploadPictures(page: Page, names: readonly string[]) {
  const uploads: { name: string; finish: () => void }[] = []
  const upload = (file: File, _purpose: string, { signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      uploads.push({ name: file.name, finish: () => resolve(`/media/${file.name}`) })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  await page.startOutbox({ client: new QueryClient(), upload })
  const item = await page.enqueue({
    key: 'k',
    target: 'message c',
    title: 'Message to Ada',
    text: 'From the maze',
    link: '/messages/c',
    call: { route: 'POST /conversations/:id/messages', params: { id: 'c' }, body: { content: 'From the maze' } },
    files: names.map((name) => ({ name, purpose: 'message', file: new File(['x'], name) })),
    filesField: { name: 'attachment_urls', isList: true },
    refresh: [],
  })
  const next = async (name: string) => {
    await expect.poll(() => uploads.at(-1)?.name).toBe(name)
    return uploads.at(-1) as (typeof uploads)[number]
  }
  const held = () => page.currentItems().find(({ key }) => key === item.key) as typeof item
  return { held, next, leaveOut: (place: number) => page.leaveOutFile(held(), place), uploads }
}

test('leaves out one file before, while and after it is uploaded, and sends the text with the others', async () => {
  const page = await openPage()
  const { next, leaveOut, uploads } = await uploadPictures(page, ['a', 'b', 'c', 'd', 'e'])
  ;(await next('a')).finish()
  await next('b')
  await leaveOut(0)
  await leaveOut(3)
  await leaveOut(1)
  ;(await next('c')).finish()
  ;(await next('e')).finish()
  await expect.poll(() => page.currentItems()).toEqual([])
  expect(sent.map(({ body }) => body)).toEqual([
    { content: 'From the maze', attachment_urls: ['/media/c', '/media/e'] },
  ])
  expect(
    uploads.map(({ name }) => name),
    'the one that had not begun is not uploaded',
  ).toEqual(['a', 'b', 'c', 'e'])
})

test('a file that was left out stays away after a reload, and its content is not kept', async () => {
  const page = await openPage()
  const { next, leaveOut, held } = await uploadPictures(page, ['a', 'b', 'c'])
  await next('a')
  await leaveOut(2)
  expect(held().files?.[2]).toEqual({ name: 'c', purpose: 'message', is_left_out: true })
  vi.stubGlobal('navigator', { onLine: true, locks: createLocks() }) // a closed page releases its lock
  const again = await openPage()
  await expect.poll(() => again.currentItems()).toEqual([])
  expect(sent.at(-1)?.body).toMatchObject({ attachment_urls: ['/media/a', '/media/b'] })
})

test('the last file, and files of an item that may have been created, are not left out', async () => {
  const page = await openPage()
  const { next, leaveOut, held } = await uploadPictures(page, ['a', 'b'])
  const first = await next('a')
  await Promise.all([leaveOut(1), leaveOut(0)])
  answer = offline // its reply is lost
  first.finish()
  await expect.poll(() => states(page)).toEqual(['waiting'])
  await leaveOut(0)
  expect(held().files?.[0]?.url).toBe('/media/a')
  answer = () => ({ status: 201 })
  await page.sendAll()
  expect(sent.map(({ body, key }) => [body, key])).toEqual(
    [1, 2].map(() => [{ content: 'From the maze', attachment_urls: ['/media/a'] }, 'k']),
  )
})

test('an item that is discarded between two uploads is not sent', async () => {
  const page = await openPage()
  const { next, held } = await uploadPictures(page, ['a'])
  const first = await next('a')
  const item = held()
  first.finish()
  await page.discardItem(item)
  await page.sendAll()
  expect(page.currentItems()).toEqual([])
  expect(sent).toEqual([])
})

test('a form gets the reply, the refusal, or that its item is kept', async () => {
  const page = await openPage()
  const { keptForLater } = await import('./kept-for-later.ts')
  const submit = () =>
    page.submitItem({
      key: crypto.randomUUID(),
      target: 'posts',
      title: 'Post',
      text: 'Hi',
      link: '/',
      call: { route: 'POST /api/posts', body: {} },
      refresh: [],
    })
  answer = () => ({ status: 201, body: { data: 1 } })
  expect(await submit()).toEqual({ data: 1 })
  answer = () => ({ status: 400, body: { error: 'Too long' } })
  await expect(submit()).rejects.toThrow('Too long')
  expect(page.currentItems()).toEqual([])
  answer = offline
  expect(await submit()).toBe(keptForLater)
  expect(page.currentItems()).toHaveLength(1)
})

test('holds at most 200 items', async () => {
  answer = offline
  const page = await openPage()
  const { addItem, maxOutboxItems } = await import('./outbox-store.ts')
  const [item] = [await write(page, 'one')]
  for (let count = 1; count < maxOutboxItems; count++) await addItem({ ...item, key: `k${count}`, target: 'other' })
  await expect(write(page, 'one too many')).rejects.toThrow('Too much is waiting to be sent')
  expect(texts(page)).not.toContain('one too many')
})

const databaseNames = async () => (await indexedDB.databases()).map(({ name }) => name)

test('a 401 deletes everything, and another user finds nothing', async () => {
  answer = offline
  const page = await openPage()
  await write(page, 'secret')
  expect(await databaseNames()).toContain(`quad ${userId}`)
  answer = () => ({ status: 401, body: {} })
  await page.sendAll()
  await expect.poll(() => databaseNames()).not.toContain(`quad ${userId}`)
  expect(page.currentItems()).toEqual([])

  answer = offline
  const mine = await openPage()
  await write(mine, 'secret')
  await openPage(crypto.randomUUID())
  await expect.poll(() => databaseNames()).not.toContain(`quad ${userId}`)
})
