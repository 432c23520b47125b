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
  const run = createSearchQueue({ maxWaiting: 3, maxWaitMs: 50 })
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
