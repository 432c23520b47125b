// The service worker. It makes the app start faster and provides the offline page: it caches hashed files, which are
// the same for every user. It never handles the API, media or user data. `tools/build.ts` writes it to /sw.js and
// replaces the names below with the build's stamp and the files of the offline page.
/// <reference lib="webworker" />
export {}

declare const self: ServiceWorkerGlobalScope
declare const BUILD: string
declare const KEPT: readonly string[]

const box = `quad ${BUILD}`
const offline = '/offline.html'

const keep = async () => (await caches.open(box)).addAll(KEPT)
const drop = async (all: boolean) => {
  for (const name of await caches.keys()) if (all || name !== box) await caches.delete(name)
}

self.addEventListener('install', (event) => event.waitUntil(keep()))
self.addEventListener('activate', (event) => event.waitUntil(drop(false).then(() => self.clients.claim())))

self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting()
  if (event.data === 'forget') event.waitUntil(drop(true).then(keep))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (request.mode === 'navigate') event.respondWith(page(request))
})

/** The name of an asset changes with its content, so a cached one never expires. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.status === 200) {
    const copy = fresh.clone()
    void caches.open(box).then((cache) => cache.put(request, copy))
  }
  return fresh
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (cause) {
    const kept = await caches.match(offline)
    if (kept) return kept
    throw cause
  }
}
