import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { allRoutes } from '../../../app/contract.ts'
import { posts } from '../../../features/posts/contract.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { readMetrics } from '../../../testing/metrics.ts'
import { searchText as searchTerm } from '../../contract.ts'
import { createSearchQueue, isSearch } from './search-queue.ts'

const { app, ada, grace } = await campus({ alone: true, people: { ada: {}, grace: {} } })
beforeAll(async () => {
  await makePost(app, ada, { content: 'A post about zeppelins' })
})

const feed = (person: TestUser, search?: string) => as(app, person)(posts.feed, { query: search ? { search } : {} })

/** Blocks every query of posts until `work` ends. */
async function withSlowPosts<T>(work: () => Promise<T>): Promise<T> {
  return app.db.transaction().execute(async (trx) => {
    await sql`lock table posts in access exclusive mode`.execute(trx)
    return work()
  })
}

test('aborts a search after 1.5 seconds with a clear message', async () => {
  const began = Date.now()
  const { status, body, headers } = await withSlowPosts(() => feed(ada, 'zeppelin'))
  expect([status, body.error]).toEqual([503, expect.stringContaining('taking too long')])
  expect(headers['retry-after']).toBe('2')
  expect(Date.now() - began).toBeLessThan(8000)
  expect((await feed(ada, 'zeppelin')).body.data).toHaveLength(1)
})

test('runs one search per user: three wait, the next gets 429, and other users are served', async () => {
  const before = await readMetrics(app)
  const statuses = await withSlowPosts(() =>
    Promise.all([...Array.from({ length: 6 }, () => feed(ada, 'zeppelin')), feed(grace, 'zeppelin')]),
  ).then((replies) => replies.map(({ status }) => status))
  expect(statuses.slice(0, 6).filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
  expect(statuses.slice(0, 6)).toContain(503)
  expect(statuses[6]).toBe(503)
  const after = await readMetrics(app)
  for (const [outcome, status] of [
    ['busy', 429],
    ['slow', 503],
  ] as const) {
    const sample = `quad_search_seconds_count{outcome="${outcome}"}`
    expect(after(sample) - before(sample), outcome).toBe(statuses.filter((each) => each === status).length)
  }
  const later = await Promise.all(Array.from({ length: 4 }, () => feed(ada, 'zeppelin')))
  expect(later.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('recognizes every route with a search term as a search, and a list without one not', async () => {
  const withTerm = allRoutes
    .flatMap(({ route }) => Object.entries((route.query as z.ZodObject | undefined)?.shape ?? {}))
    .filter(([, shape]) => shape === searchTerm)
  expect(withTerm.length).toBeGreaterThan(12)
  for (const [name] of withTerm) expect(isSearch({ [name]: 'word' }), name).toBe(true)
  expect([isSearch({ search: undefined }), isSearch({ search: '', page: 1 }), isSearch(undefined)]).toEqual([
    false,
    false,
    false,
  ])
})

test('runs the searches of one user one after the other', async () => {
  const queue = createSearchQueue({ maxWaiting: 3, maxRunning: 3, maxWaitMs: 50 })
  const run = <T>(userId: string, work: () => Promise<T>) => queue(userId, new AbortController().signal, work)
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
  }
  await Promise.all([run('ada', work), run('ada', work), run('ada', work)])
  expect(most).toBe(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = run('ada', () => promise)
  await expect(run('ada', work)).rejects.toMatchObject({ status: 429 })
  resolve()
  await first
  await run('ada', work)
})

test('runs a limited number of searches of all users, and refuses those that wait too long', async () => {
  const queue = createSearchQueue({ maxWaiting: 3, maxRunning: 2, maxWaitMs: 50 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const client = new AbortController().signal
  const running = ['ada', 'grace'].map((userId) => queue(userId, client, () => promise))
  await expect(queue('linus', client, async () => 'found')).rejects.toMatchObject({
    status: 503,
    message: 'Too many searches right now. Try again in 2 seconds.',
    extra: { retry_after: 2 },
  })
  const waiting = queue('linus', client, async () => 'found at last')
  resolve('found')
  expect(await Promise.all([...running, waiting])).toEqual(['found', 'found', 'found at last'])
})

test('does not run the searches of a client that has gone, and gives their place to the next', async () => {
  const queue = createSearchQueue({ maxWaiting: 3, maxRunning: 3, maxWaitMs: 5000 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const running = queue('ada', new AbortController().signal, () => promise)
  const run: string[] = []
  const typed = ['z', 'ze', 'zep'].map((term) => {
    const client = new AbortController()
    const done = queue('ada', client.signal, async () => run.push(term))
    return { client, done }
  })
  for (const { client, done } of typed) {
    client.abort()
    await expect(done).rejects.toMatchObject({ status: 499 })
  }
  const last = queue('ada', new AbortController().signal, async () => run.push('zeppelin'))
  resolve('found')
  await Promise.all([running, last])
  expect(run).toEqual(['zeppelin'])
  await expect(queue('ada', AbortSignal.abort(), async () => run.push('never'))).rejects.toMatchObject({ status: 499 })
  expect(run).toEqual(['zeppelin'])
})

test('a search that the browser has given up is not run', async () => {
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  let arrived = 0
  app.http.server.on('request', () => arrived++)
  const before = await readMetrics(app)
  const abandoned = 'quad_search_seconds_count{outcome="abandoned"}'
  const search = (signal: AbortSignal | null = null) =>
    fetch(`${address}/api/posts/feed?search=zeppelin`, { headers: { cookie: ada.cookie }, signal })
  const typing = new AbortController()
  const [last] = await withSlowPosts(async () => {
    const first = search()
    await expect.poll(() => arrived).toBe(1)
    const given = Array.from({ length: 3 }, () => search(typing.signal).catch(() => 'given up'))
    await expect.poll(() => arrived).toBe(4)
    typing.abort()
    expect(await Promise.all(given)).toEqual(['given up', 'given up', 'given up'])
    const waiting = search()
    expect((await first).status).toBe(503) // the first one ran until its deadline
    return [waiting]
  })
  expect((await last)?.status).toBe(200)
  expect((await readMetrics(app))(abandoned) - before(abandoned)).toBe(3)
})
