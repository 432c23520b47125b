import type { PictureCache } from './picture-cache.ts'
import { type Order, type Rendering, render, renderingKey } from './render.ts'

/** Drawings rendered concurrently. */
const concurrentDrawings = 3

export type LoadOptions = {
  readonly cache: PictureCache
  /** Called before drawing, with the number of drawings that the cache lacks. */
  readonly onDrawing?: (count: number) => void
  /** A drawing that cannot be cached is used anyway, unless this throws. */
  readonly onCacheError?: (error: unknown) => void
}

/** The renderings of these orders by key, from the cache; draws and caches missing ones. */
export async function loadRenderings(
  orders: readonly Order[],
  { cache, onDrawing = () => {}, onCacheError = () => {} }: LoadOptions,
): Promise<{ renderings: ReadonlyMap<string, Rendering>; drawn: number }> {
  const renderings = new Map<string, Rendering>()
  const missing = new Map<string, Order>()
  for (const order of orders) {
    const key = renderingKey(order)
    if (renderings.has(key) || missing.has(key)) continue
    const cached = await cache.get(key)
    if (cached) renderings.set(key, cached)
    else missing.set(key, order)
  }
  const drawn = missing.size
  if (drawn > 0) onDrawing(drawn)
  await eachConcurrently([...missing], concurrentDrawings, async ([key, order]) => {
    const rendering = await render(order)
    renderings.set(key, rendering)
    await cache.put(key, rendering).catch(onCacheError)
  })
  return { renderings, drawn }
}

/** Processes a list with a limited number of concurrent calls. Rejects with the first error. */
export async function eachConcurrently<T>(list: readonly T[], limit: number, work: (item: T) => Promise<void>) {
  const left = list.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: limit }, worker))
}
