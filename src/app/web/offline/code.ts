import { codeName, readKeptCode, writeKeptCode } from '../../../shared/web/offline-store.ts'

/** The page and its files, written by the build. */
type OfflineFiles = { readonly build: string; readonly files: readonly string[] }

/** The worker answers with it when the server cannot be reached. */
const page = '/app.html'

const entry = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''

/**
 * Stores the page and the code of the pages that can be read without a connection: once per release. Files of earlier
 * releases are deleted when those of this one are complete.
 */
export async function keepCode(userId: string, signal: AbortSignal): Promise<void> {
  const known = await readKeptCode(userId)
  const cache = await caches.open(codeName(userId))
  if (known?.build === entry() && (await cache.match(page))) return
  const { build, files } = (await (await fetch('/offline.json', { signal })).json()) as OfflineFiles
  if (new URL(build, location.origin).href !== entry()) return // a release is under way: the next page stores its code
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll(files.filter((file) => !stored.has(file)))
  await cache.add(page)
  for (const file of stored) if (file !== page && !files.includes(file)) await cache.delete(file)
  let bytes = 0
  for (const file of files) bytes += (await (await cache.match(file))?.blob())?.size ?? 0
  if (!signal.aborted) await writeKeptCode(userId, { build: entry(), bytes })
}
