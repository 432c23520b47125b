import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from './api.ts'
import { CodeLoadError } from './code-loader.ts'
import { ApiError } from './data/errors.ts'
import type { RouteRef } from './data/route-refs.ts'
import { keptForLater } from './kept-for-later.ts'
import { deliver } from './outbox-delivery.ts'
import { isSendable, type OutboxItem, withFile } from './outbox-item.ts'
import {
  announce,
  currentItems,
  endSending,
  findNext,
  forget,
  isForgotten,
  onSentElsewhere,
  patch,
  reload,
  showAsSending,
  showAsWaiting,
} from './outbox-items.ts'
import type { UploadFile } from './outbox-transfers.ts'
import { toast } from './ui/toasts.tsx'
import { onStorageCleared, storageOwner } from './user-storage.ts'

export type Services = { readonly client: QueryClient; readonly upload: UploadFile }
let services: Services | undefined

type SentCallback = (item: OutboxItem, reply: unknown, client: QueryClient | undefined) => void
const sentCallbacks = new Set<SentCallback>()
type Waiter = { readonly resolve: (reply: unknown) => void; readonly reject: (error: unknown) => void }
const waiters = new Map<string, Waiter>()

onStorageCleared(() => {
  for (const { reject } of waiters.values()) reject(new ApiError(401, {}))
  waiters.clear()
  clearTimeout(timer)
  timerEnd = Infinity
})

/** Calls back with each item that was sent by this tab or another one, and its reply. */
export const onItemSent = (callback: SentCallback): void => void sentCallbacks.add(callback)

/** What sending needs from the page. */
export function setServices(given: Services): void {
  services = given
}

/** The reply to the first attempt to send an item. Resolves with `keptForLater` if the server could not be reached. */
export function waitForReply(key: string): Promise<unknown> {
  const result = new Promise<unknown>((resolve, reject) => waiters.set(key, { resolve, reject }))
  result.catch(() => {}) // also if storing the item fails first
  return result
}

export const stopWaiting = (key: string): void => void waiters.delete(key)

/** One tab at a time sends the items of a target. */
export function locked(target: string, run: () => Promise<void>): Promise<void> {
  const by = storageOwner()
  if (by === undefined) return Promise.resolve()
  const name = `quad outbox ${by} ${target}`
  if (navigator.locks) return navigator.locks.request(name, run)
  const turn = (turns.get(name) ?? Promise.resolve()).then(run)
  turns.set(name, turn)
  return turn
}
/** Without locks (a page that is not served securely), tabs rely on the Idempotency-Keys. */
const turns = new Map<string, Promise<void>>()

/** Sends everything that may be sent, each target in order. */
export async function sendAll({ isRetry = false } = {}): Promise<void> {
  if (!isRetry) failures = 0
  await reload()
  const targets = new Set(currentItems().flatMap((item) => (isSendable(item) ? [item.target] : [])))
  await Promise.all([...targets].map(send))
}

/** Sends what may be sent of a target. */
export const send = (target: string): Promise<void> =>
  locked(target, async () => {
    while (await sendNext(target));
  })

/** Sends the oldest item of a target. Returns false when none is left that may be sent now. */
async function sendNext(target: string): Promise<boolean> {
  await reload()
  const item = findNext(target)
  if (!item || item.by !== storageOwner()) return false
  if (item.files && !services) return fail(item, new ApiError(0, {})) // `startOutbox` sends it as soon as its code is loaded
  const waitMs = (item.not_before ?? 0) - Date.now()
  if (waitMs > 0) {
    showAsWaiting(target)
    sendLater(waitMs)
    return false
  }
  showAsSending(item)
  try {
    const reply = await deliver(item, services?.upload, (place, uploaded) =>
      patch(item, ({ files }) => withFile(files, place, (file) => ({ ...file, ...uploaded }))),
    )
    failures = 0
    finish(item, reply)
    await forget(item.key)
    announce({ sent: { key: item.key, reply } })
    return true
  } catch (error) {
    endSending(item)
    if (isForgotten(item)) return true
    return await fail(item, error)
  }
}

/** Tells the features what was sent. */
function finish(item: OutboxItem, reply: unknown): void {
  const waiter = waiters.get(item.key)
  waiters.delete(item.key)
  for (const callback of sentCallbacks) callback(item, reply, services?.client)
  waiter?.resolve(reply) // its form updates the page
  if (!waiter && services)
    void invalidate(services.client, ...item.refresh.map((route) => ({ below: route as RouteRef })))
}

onSentElsewhere(finish)

const savedToastMs = 4000

/** Statuses of a server, or of a proxy before it, that is about to come back. */
const passingStatuses = [0, 502, 503, 504]

/** Handles a failed attempt. Returns true if the next item of its target may be sent. */
async function fail(item: OutboxItem, error: unknown): Promise<boolean> {
  const status = error instanceof ApiError ? error.status : error instanceof CodeLoadError ? 0 : 500
  const waiter = waiters.get(item.key)
  waiters.delete(item.key)
  if (storageOwner() !== item.by) return false // the session has ended, and with it what was stored
  if (passingStatuses.includes(status)) {
    waiter?.resolve(keptForLater)
    if (waiter) toast.success('Saved on this device. It’s sent when you’re online again.', savedToastMs)
    const { wish } = item
    if (wish && navigator.onLine) await patch(item, { wish: { ...wish, is_uncertain: true } })
    showAsWaiting(item.target)
    sendAgainLater()
    registerSync()
    return false
  }
  if (waiter) {
    await forget(item.key)
    waiter.reject(error)
    return true
  }
  if (error instanceof ApiError && status === 429) {
    const seconds = error.retryAfterSeconds ?? maxDelayMs / 1000
    await patch(item, { not_before: Date.now() + seconds * 1000 })
    showAsWaiting(item.target)
    sendLater(seconds * 1000)
    return false
  }
  const message = (error instanceof ApiError && error.serverMessage) || 'Something went wrong. Try again.'
  await patch(item, { refusal: { status, message } })
  return true
}

const minDelayMs = 2000
const maxDelayMs = 60_000
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let timerEnd = Infinity

/** Several items that fail within one delay are one failure: the delay does not grow with the number of items. */
function sendAgainLater(): void {
  const delayMs = Math.min(minDelayMs * 2 ** failures, maxDelayMs)
  if (Date.now() + delayMs >= timerEnd) return
  failures++
  sendLater(delayMs)
}

/** A hidden page does not wake up: it sends when it is shown, or online, again. */
function sendLater(delayMs: number): void {
  const end = Date.now() + delayMs
  if (document.visibilityState === 'hidden' || end >= timerEnd) return
  clearTimeout(timer)
  timerEnd = end
  timer = setTimeout(() => {
    timerEnd = Infinity
    if (document.visibilityState === 'visible') void sendAll({ isRetry: true })
  }, delayMs)
}

/** Asks the browser to wake this page when it is online; few browsers can. */
function registerSync(): void {
  type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }
  navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => (registration as SyncRegistration | undefined)?.sync?.register('outbox'))
    .catch(() => {})
}

addEventListener('online', () => void sendAll())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && currentItems().length > 0) void sendAll()
})
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (data === 'send') void sendAll()
})
