type Waiting<T, R> = { readonly item: T; resolve(result: R): void; reject(error: unknown): void }

type Writes<T, R> = {
  /** Items of a group, such as one row, are written one batch after the other. */
  groupBy(item: T): string
  /** Writes all items and returns after the commit, with a result per item in their order. When it fails, all of them fail. */
  write(group: string, items: readonly T[]): Promise<readonly PromiseSettledResult<R>[]>
  maxItems: number
  /** Batches of different groups that are written concurrently, so that they leave connections to other requests. */
  maxWrites: number
}

/**
 * Turns many small writes of one row into few: items that arrive while a batch of their group is written go together into the next
 * one. A single item is written immediately. Unlike in a batch loader, no batch overtakes one that waits for a lock.
 */
export function createBatchWriter<T, R>({ groupBy, write, maxItems, maxWrites }: Writes<T, R>) {
  /** In the order in which groups have waited. */
  const waiting = new Map<string, Waiting<T, R>[]>()
  const writing = new Set<string>()

  const writeBatch = async (group: string, batch: readonly Waiting<T, R>[]) => {
    try {
      const results = await write(
        group,
        batch.map(({ item }) => item),
      )
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index]
        if (result?.status === 'fulfilled') resolve(result.value)
        else reject(result?.reason)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    writing.delete(group)
    writeNext()
  }
  const writeNext = () => {
    for (const [group, items] of [...waiting]) {
      if (writing.size >= maxWrites) return
      if (writing.has(group)) continue
      const batch = items.splice(0, maxItems)
      waiting.delete(group)
      if (items.length > 0) waiting.set(group, items) // at the end
      writing.add(group)
      void writeBatch(group, batch)
    }
  }

  return (item: T): Promise<R> =>
    new Promise((resolve, reject) => {
      const group = groupBy(item)
      const items = waiting.get(group) ?? []
      items.push({ item, resolve, reject })
      waiting.set(group, items)
      writeNext()
    })
}
