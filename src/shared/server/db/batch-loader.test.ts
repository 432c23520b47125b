import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'
import type { Db } from './pools.ts'

const db = {} as Db

/** A loader whose queries are answered by the test, in the order of the calls. */
function byHand({ maxKeys }: { maxKeys?: number } = {}) {
  const asked: { keys: readonly string[]; answer(found: (string | undefined)[]): void; fail(error: Error): void }[] = []
  const look = createBatchLoader<string, string>({
    groupBy: (key) => (key.includes(' ') ? key.slice(0, key.indexOf(' ')) : ''),
    ...(maxKeys === undefined ? {} : { maxKeys }),
    find: (_, _group, keys) => new Promise((answer, fail) => asked.push({ keys, answer, fail })),
  })
  return { asked, look: (key: string) => look(db, key) }
}

test('batches keys requested in one turn of the event loop, and those requested while a query runs', async () => {
  const { asked, look } = byHand()
  const first = [look('a'), look('b')]
  await nextTurn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b']])
  const others = [look('b'), look('c'), look('b')]
  await nextTurn()
  expect(asked).toHaveLength(1)
  asked[0]?.answer(['A', 'B'])
  expect(await Promise.all(first)).toEqual(['A', 'B'])
  await expect.poll(() => asked[1]?.keys).toEqual(['b', 'c', 'b'])
  asked[1]?.answer(['B', undefined, 'B'])
  expect(await Promise.all(others)).toEqual(['B', undefined, 'B'])
  const last = look('d')
  await expect.poll(() => asked[2]?.keys).toEqual(['d'])
  asked[2]?.answer(['D'])
  expect(await last).toBe('D')
})

test('sends no more keys together than allowed, in the order of the requests', async () => {
  const { asked, look } = byHand({ maxKeys: 8 })
  const keys = Array.from({ length: 18 }, (_, index) => `k${index}`)
  const found = keys.map(look)
  for (let query = 0; query < 3; query++) {
    await expect.poll(() => asked).toHaveLength(query + 1)
    asked[query]?.answer(asked[query]?.keys.map((key) => key.toUpperCase()) ?? [])
  }
  expect(await Promise.all(found)).toEqual(keys.map((key) => key.toUpperCase()))
  expect(asked.map((query) => query.keys.length)).toEqual([8, 8, 2])
})

test('never returns a result that is older than the request', async () => {
  let truth = 0
  const look = createBatchLoader<number, number>({
    groupBy: () => '',
    async find(_, _group, keys) {
      const seen = truth
      await sleep(1)
      return keys.map(() => seen)
    },
  })
  const answers = Array.from({ length: 50 }, async () => {
    await sleep(Math.random() * 20)
    const before = ++truth
    return { before, seen: await look(db, before) }
  })
  for (const { before, seen } of await Promise.all(answers)) expect(seen).toBeGreaterThanOrEqual(before)
})

test('fails only the lookups of the query that failed', async () => {
  const { asked, look } = byHand()
  const first = look('a')
  await nextTurn()
  const second = look('b')
  asked[0]?.fail(new Error('cut'))
  await expect(first).rejects.toThrow('cut')
  await expect.poll(() => asked).toHaveLength(2)
  asked[1]?.answer(['B'])
  expect(await second).toBe('B')
})

test('sends the next batch when a query hangs', async () => {
  const { asked, look } = byHand()
  const first = look('a')
  await nextTurn()
  const second = look('b')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.answer(['B'])
  expect(await second).toBe('B')
  asked[0]?.answer(['A'])
  expect(await first).toBe('A')
})

test('keeps separate batches per database', async () => {
  const asked: Db[] = []
  const look = createBatchLoader<string, string>({
    groupBy: () => '',
    find(of) {
      asked.push(of)
      return new Promise(() => {})
    },
  })
  const other = {} as Db
  void look(db, 'a')
  void look(other, 'b')
  await nextTurn()
  expect(asked).toEqual([db, other])
})

test('looks up keys of different groups separately, without waiting for each other', async () => {
  const { asked, look } = byHand()
  const [first, second] = [look('x a'), look('y a')]
  await nextTurn()
  expect(asked.map(({ keys }) => keys)).toEqual([['x a'], ['y a']])
  const third = look('x b')
  asked[1]?.answer(['Y'])
  expect(await second).toBe('Y')
  asked[0]?.answer(['X'])
  expect(await first).toBe('X')
  await expect.poll(() => asked[2]?.keys).toEqual(['x b'])
  asked[2]?.answer(['B'])
  expect(await third).toBe('B')
})
