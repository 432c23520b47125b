// The service worker. It makes the app start faster and provides the offline page: it caches hashed files, which are
// the same for every user. It never handles the API, and stores no user data. A page may have stored itself and pictures,
// because its user wants to read without a connection: this worker finds them when the server cannot be reached.
// `tools/build.ts` writes it to /sw.js and replaces the names below with the build's stamp and the files of the offline
// page. It also shows what the server pushes, and stores none of it.
/// <reference lib="webworker" />
export {}

declare const self: ServiceWorkerGlobalScope
declare const BUILD: string
declare const KEPT: readonly string[]

const box = `quad ${BUILD}`
const offline = '/offline.html'

const keep = async () => (await caches.open(box)).addAll(KEPT)
/** Those of earlier releases, or all. Those of a user have other names. */
const drop = async (all: boolean) => {
  for (const name of await caches.keys())
    if (all || (name !== box && name.startsWith('quad '))) await caches.delete(name)
}

self.addEventListener('install', (event) => event.waitUntil(keep()))
self.addEventListener('activate', (event) => event.waitUntil(drop(false).then(() => self.clients.claim())))

self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting()
  if (event.data === 'forget') event.waitUntil(Promise.all([drop(true).then(keep), endPush()]))
})

// The browser is online again: an open page sends its outbox, of which this worker knows nothing.
self.addEventListener('sync', (event) =>
  (event as ExtendableEvent).waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      for (const page of pages) page.postMessage('send')
    }),
  ),
)

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(String(event.notification.data ?? '/')))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (request.mode === 'navigate') event.respondWith(page(request, pathname))
  else if (request.destination === 'image' && pathname.startsWith('/media/'))
    event.respondWith(picture(request, pathname))
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

/** The app has no page at these paths. */
const serverPath = /^\/(api|auth|calendar|docs|idp|media|openapi\.json)(\/|$)/

async function page(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (cause) {
    const kept = (!serverPath.test(path) && (await caches.match('/app.html'))) || (await caches.match(offline))
    if (kept) return kept
    throw cause
  }
}

/** One copy of a picture is kept, whatever size the page asks for. */
async function picture(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (cause) {
    const kept = await caches.match(path.replace(/^(\/media\/[\w-]{32})-\d+\.webp$/, '$1.webp'))
    if (kept) return kept
    throw cause
  }
}

/** A declarative web push, as the server writes it. Browsers that know the form show it without this worker. */
type Pushed = {
  readonly notification: {
    readonly title: string
    readonly body?: string
    readonly navigate: string
    readonly lang: string
    readonly dir: 'ltr'
    readonly tag: string
  }
  readonly app_badge: number
}

/** Always shows something: browsers end the subscription of a site that receives pushes silently. */
async function show(data: PushMessageData | null): Promise<void> {
  const icon = '/icons/192.png'
  try {
    const { notification, app_badge } = JSON.parse(data?.text() ?? '') as Pushed
    const { title, navigate, ...shown } = notification
    await self.registration.showNotification(title, { ...shown, icon, data: navigate })
    await setBadge(app_badge)
  } catch {
    await self.registration.showNotification('Something new', { icon, tag: 'unknown', data: '/notifications' })
  }
}

/** Browsers without badges have no such function. */
const setBadge = async (count: number) => {
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> }
  await setAppBadge?.call(navigator, count)
}

/** Shows the page in a window that is open, or in a new one. Never leaves this site. */
async function openPage(address: string): Promise<void> {
  const { origin } = self.location
  const url = new URL(address, origin)
  const target = url.origin === origin ? url.href : `${origin}/`
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = await open?.navigate(target).catch(() => null) // a window that this worker does not control
  if (shown) await shown.focus()
  else await self.clients.openWindow(target)
}

/** The next user of this browser sees nothing of the former one. */
async function endPush(): Promise<void> {
  for (const notification of await self.registration.getNotifications()) notification.close()
  const subscription = await self.registration.pushManager?.getSubscription()
  if (!subscription) return // no push, no badge
  await subscription.unsubscribe()
  await setBadge(0)
}
