import { call } from '../../../shared/web/api.ts'
import { ApiError } from '../../../shared/web/data/errors.ts'
import { ownKey } from '../../../shared/web/user-storage.ts'
import { pushApi } from '../contract.gen.ts'
import { isTurnedOn } from './turned-on.ts'

/**
 * Whether this browser can receive pushes. `blocked`: the user refused them in the browser. `install_first`: on iOS only the
 * installed app can.
 */
export type PushSupport = 'ready' | 'blocked' | 'install_first' | 'missing'

export function findPushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'blocked' : 'ready'
  const isIos = /iPhone|iPad|iPod/.test(navigator.userAgent)
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  return isIos && !isInstalled ? 'install_first' : 'missing'
}

/** When this device was last offered push. Not personal: the next user of the device is not asked sooner. */
const askedKey = 'quad push asked'
const askAgainMs = 60 * 24 * 3600_000

export const postponeOffer = (): void => localStorage.setItem(askedKey, String(Date.now()))

/** True when push can be offered here: never without the service worker, and not again for 60 days. */
export async function canOffer(): Promise<boolean> {
  const support = findPushSupport()
  if (support !== 'ready' && support !== 'install_first') return false
  if (ownKey('push') === undefined) return false // a computer that others use too
  if (isTurnedOn() || Date.now() - Number(localStorage.getItem(askedKey)) < askAgainMs) return false
  return support === 'install_first' || (await findRegistration()) !== undefined
}

const findRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration().catch(() => undefined)

/** Asks the browser, then subscribes. Returns false when the user refuses in the browser's own question. */
export async function turnOnPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await subscribe()
  const key = ownKey('push')
  if (key) localStorage.setItem(key, 'on')
  return true
}

/** Ends push in this browser after its device was removed at the server. */
export async function turnOffPush(): Promise<void> {
  const key = ownKey('push')
  if (key) localStorage.removeItem(key)
  const subscription = await (await findRegistration())?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  await showBadge(0)
}

/**
 * At each start: subscribes again where the server's key has changed or the browser lost its subscription. Turns push off
 * where the server does not know the device any more: it was removed on another device, or a ban ended it.
 */
export async function keepPushOn(): Promise<void> {
  if (!isTurnedOn() || findPushSupport() !== 'ready' || Notification.permission !== 'granted') return
  const registration = await findRegistration()
  if (!registration) return
  const [held, key, devices] = await Promise.all([
    registration.pushManager.getSubscription(),
    call(pushApi.key, { later: true }),
    call(pushApi.list, { later: true }),
  ])
  const isKnown = devices.data.some(({ is_current }) => is_current)
  if (!isTurnedOn()) return // turned off while the replies were on their way
  if (!held || !hasKey(held, key.data.key)) await subscribe()
  else if (!isKnown) await turnOffPush()
}

/** How often a changed key or an endpoint of another user is answered by subscribing again. */
const maxAttempts = 3

async function subscribe(): Promise<void> {
  const registration = await findRegistration()
  if (!registration) throw new Error('The service worker is not registered.')
  const { pushManager } = registration
  for (let attempt = 1; ; attempt++) {
    const { data } = await call(pushApi.key)
    const held = await pushManager.getSubscription()
    if (held && !hasKey(held, data.key)) await held.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: data.key })
    const { endpoint, keys } = subscription.toJSON()
    const body = {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      key_id: data.key_id,
    }
    try {
      await call(pushApi.subscribe, { body })
      return
    } catch (error) {
      if (attempt === maxAttempts || !(error instanceof ApiError) || error.status !== 409) throw error
      if (error.code === 'endpoint_in_use') await subscription.unsubscribe()
    }
  }
}

/** Whether a subscription was made with this key of the server, in base64url. */
function hasKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key
}

/** Closes the notifications with these tags, of items that were read. */
export async function closeNotifications(isRead: (tag: string) => boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await findRegistration()
  for (const notification of (await registration?.getNotifications()) ?? [])
    if (isRead(notification.tag)) notification.close()
}

/** Shows the number of unread items on the icon of the installed app. */
export async function showBadge(count: number): Promise<void> {
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> }
  await setAppBadge?.call(navigator, count).catch(() => {}) // refused outside the installed app
}
