import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatchWriter } from './batch-writer.ts'

type Write = { readonly group: string; readonly items: readonly string[]; end(): void; fail(error: Error): void }

/** Batches are written when the test ends them. An item is its group and a name; the result is its name. */
function writeByHand({ maxItems = 3, maxWrites = 2 } = {}) {
  const writes: Write[] = []
  const write = createBatchWriter<string, string>({
    groupBy: (item) => item.split(' ')[0] ?? '',
    write: (group, items) =>
      new Promise((resolve, reject) => {
        const results = items.map((item) =>
          item.endsWith('!')
            ? { status: 'rejected' as const, reason: new Error(item) }
            : { status: 'fulfilled' as const, value: item.split(' ')[1] ?? '' },
        )
        writes.push({ group, items, end: () => resolve(results), fail: reject })
      }),
    maxItems,
    maxWrites,
  })
  return { writes, write, items: () => writes.map(({ items }) => items.join()) }
}

test('writes a single item immediately, and what arrives meanwhile in batches of a limited size', async () => {
  const { writes, write, items } = writeByHand()
  const all = ['x 1', 'x 2', 'x 3', 'x 4', 'x 5'].map(write)
  expect(items()).toEqual(['x 1'])
  await sleep(100) // no batch overtakes another, however long it takes
  expect(items()).toEqual(['x 1'])
  writes[0]?.end()
  expect(await all[0]).toBe('1')
  expect(items()).toEqual(['x 1', 'x 2,x 3,x 4'])
  writes[1]?.end()
  await all[1]
  expect(items()).toEqual(['x 1', 'x 2,x 3,x 4', 'x 5'])
  writes[2]?.end()
  expect(await Promise.all(all)).toEqual(['1', '2', '3', '4', '5'])
})

test('writes few groups concurrently, each in its turn', async () => {
  const { writes, write, items } = writeByHand({ maxItems: 1 })
  const all = ['x 1', 'x 2', 'y 1', 'z 1'].map(write)
  expect(items()).toEqual(['x 1', 'y 1'])
  writes[0]?.end()
  await all[0]
  expect(items(), 'the group that has waited longer').toEqual(['x 1', 'y 1', 'x 2'])
  writes[1]?.end()
  await all[2]
  expect(items()).toEqual(['x 1', 'y 1', 'x 2', 'z 1'])
  for (const { end } of writes) end()
  await Promise.all(all)
})

test('a failed batch fails its items only, and a failed item only itself', async () => {
  const { writes, write } = writeByHand()
  const [first, second, third] = [write('x 1'), write('x 2!'), write('x 3')]
  writes[0]?.fail(new Error('no connection'))
  await expect(first).rejects.toThrow('no connection')
  const failed = expect(second).rejects.toThrow('x 2!')
  writes[1]?.end()
  await failed
  expect(await third).toBe('3')
})
