import { whenLoaded } from '../../../shared/web/page-load.ts'
import { site } from '../../../shared/web/site.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'

/** Interval between checks for a newer version, for pages that stay open. */
const hour = 3_600_000

/** The longest that the manifest waits for the page, in milliseconds. */
const maxManifestWait = 10_000

/** Names the manifest once the page is drawn: a browser loads it immediately, with an icon, while it loads the page. */
export async function linkManifest(): Promise<void> {
  await whenLoaded(maxManifestWait)
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}

/** Registers the service worker where supported, and offers a newer version of the app when it is available. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const workers = navigator.serviceWorker
  const hadOne = workers.controller !== null
  let isTaken = false
  workers.addEventListener('controllerchange', () => {
    if (hadOne && isTaken) location.reload()
  })
  const offer = (waiting: ServiceWorker) =>
    toast.offer(`A new version of ${site.productName} is ready`, {
      label: 'Reload',
      onAccept: () => {
        isTaken = true
        waiting.postMessage('take over')
      },
    })
  addEventListener('load', async () => {
    const registration = await workers.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
    if (!registration) return // a private window or a full disk; the app works without it
    if (registration.waiting && hadOne) offer(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const next = registration.installing
      next?.addEventListener('statechange', () => {
        if (next.state === 'installed' && workers.controller) offer(next)
      })
    })
    setInterval(() => void registration.update().catch(() => {}), hour)
  })
}
