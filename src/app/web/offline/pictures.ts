import { picturesName, readPictureSizes, writePictureSizes } from '../../../shared/web/offline-store.ts'

/** Per user. */
const maxPictureBytes = 40 * 1024 * 1024
/** The copy that is kept of a wider picture, and of a portrait. */
const keptWidth = 640
const portraitWidth = 128

const picture = /^(\/media\/[\w-]{32})\.webp$/

const isMedia = (value: object): value is { url: string; width: number | null } =>
  'url' in value && typeof value.url === 'string' && 'width' in value

/** The addresses of the copies to keep, by the address of the picture. The first ones matter most. */
export function listPictures(data: unknown): Map<string, string> {
  const found = new Map<string, string>()
  const add = (url: string, width: number | null, isPortrait: boolean) => {
    const [, name] = picture.exec(url) ?? []
    if (!name || (found.has(url) && width === null)) return
    const isWider = (width ?? 0) > keptWidth
    found.set(url, isPortrait ? `${name}-${portraitWidth}.webp` : isWider ? `${name}-${keptWidth}.webp` : url)
  }
  const visit = (value: unknown, field: string): void => {
    if (typeof value === 'string') add(value, null, field === 'avatar_url')
    else if (Array.isArray(value)) for (const item of value) visit(item, field)
    else if (value === null || typeof value !== 'object') return
    else if (isMedia(value)) add(value.url, value.width, false)
    else for (const [name, item] of Object.entries(value)) visit(item, name)
  }
  visit(data, '')
  return found
}

/**
 * Stores the pictures under their own address, up to the limit, and deletes those that are not listed any more. Stops
 * when the connection is lost.
 */
export async function keepPictures(
  userId: string,
  wanted: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const cache = await caches.open(picturesName(userId))
  const known = await readPictureSizes(userId)
  const sizes: Record<string, number> = {}
  let total = 0
  for (const [url, copy] of wanted) {
    if (signal.aborted) return
    const size = known[url] ?? (await store(cache, url, copy, maxPictureBytes - total, signal))
    if (size === undefined || total + size > maxPictureBytes) continue
    sizes[url] = size
    total += size
  }
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (!(pathname in sizes)) await cache.delete(pathname)
  }
  await writePictureSizes(userId, sizes)
}

/** Returns the size in bytes; undefined if the server refuses the picture or it is too large. */
async function store(
  cache: Cache,
  url: string,
  copy: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  for (const address of new Set([copy, url])) {
    const response = await fetch(address, { signal })
    if (!response.ok) continue
    const content = await response.blob()
    if (content.size > maxBytes) return
    await cache.put(url, new Response(content, { headers: { 'content-type': content.type } }))
    return content.size
  }
}
