import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { invalidate } from './api.ts'
import { CodeLoadError } from './code-loader.ts'
import { ApiError } from './data/errors.ts'
import type { RouteRef } from './data/route-refs.ts'
import { keptForLater } from './kept-for-later.ts'
import { deliver } from './outbox-delivery.ts'
import {
  isOld,
  isSendable,
  type NewItem,
  type OutboxItem,
  type StoredCall,
  type StoredFile,
  type StoredToggle,
  type StoredWish,
} from './outbox-item.ts'
import { addItem, OutboxFullError, patchItem, readItems, removeItem } from './outbox-store.ts'
import { cancelTransfer, leaveOutOfUpload, type UploadFile } from './outbox-transfers.ts'
import { toast } from './ui/toasts.tsx'
import { setUnsentCounts } from './unsent.ts'
import { onStorageCleared, storageOwner } from './user-storage.ts'

type ItemState = 'waiting' | 'sending' | 'refused' | 'old'

type Services = { readonly client: QueryClient; readonly upload: UploadFile }
/** Messages between tabs: the items have changed, or one was sent with this reply. */
type TabMessage = { readonly by: string; readonly sent?: { readonly key: string; readonly reply: unknown } }

let services: Services | undefined
let items: readonly OutboxItem[] = []
/** Items that the browser does not store: it has refused, or is still writing. */
const unstored = new Map<string, OutboxItem>()
const writing = new Set<string>()
const sending = new Set<string>()
const listeners = new Set<() => void>()
type SentCallback = (item: OutboxItem, reply: unknown, client: QueryClient | undefined) => void
const sentCallbacks = new Set<SentCallback>()
type Waiter = { readonly resolve: (reply: unknown) => void; readonly reject: (error: unknown) => void }
const waiters = new Map<string, Waiter>()

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('quad outbox')
const announce = (message: Omit<TabMessage, 'by'> = {}) => {
  const by = storageOwner()
  if (by !== undefined) channel?.postMessage({ by, ...message } satisfies TabMessage)
}
channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.by !== storageOwner()) return
  const item = data.sent && items.find(({ key }) => key === data.sent?.key)
  if (item && data.sent) finish(item, data.sent.reply)
  void reload()
})

onStorageCleared(() => {
  for (const { reject } of waiters.values()) reject(new ApiError(401, {}))
  for (const state of [unstored, writing, sending, waiters]) state.clear()
  clearTimeout(timer)
  timerEnd = Infinity
  show([])
})

function show(next: readonly OutboxItem[]): void {
  items = next
  const waiting = items.filter((item) => findItemState(item) !== 'sending').length
  setUnsentCounts({ stored: items.length, waiting })
  for (const listener of listeners) listener()
}
const shown = () => show([...items])

/** Reads what is stored; other tabs may have changed it. Rejects if the browser does not store anything. */
export async function loadItems(): Promise<void> {
  const by = storageOwner()
  if (by === undefined) return
  const stored = await readItems(by)
  if (by !== storageOwner()) return
  const known = new Set(stored.map(({ key }) => key))
  const missing = [...unstored.values()].filter(({ key }) => !known.has(key))
  show([...stored, ...missing].filter(({ key }) => !leaving.has(key)))
}

const reload = () => loadItems().catch(() => show([...unstored.values()]))

export function findItemState(item: OutboxItem): ItemState {
  if (item.refusal) return 'refused'
  if (isOld(item)) return 'old'
  return sending.has(item.key) || writing.has(item.key) ? 'sending' : 'waiting'
}

/** The items of the current user, oldest first. Renders again when one of them or its state changes. */
export const useOutbox = (): readonly OutboxItem[] =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => items,
  )

/** The items of the current user now. */
export const currentItems = (): readonly OutboxItem[] => items

/** Calls back with each item that was sent by this tab or another one, and its reply. */
export const onItemSent = (callback: SentCallback): void => void sentCallbacks.add(callback)

/** Starts sending what is stored. Called once the page knows its user. */
export async function startOutbox(given: Services): Promise<void> {
  services = given
  await sendAll()
}

/** Adds an item, stores it, and sends it in the background. Throws OutboxFullError. */
export async function enqueue(fields: NewItem): Promise<OutboxItem> {
  const item: OutboxItem = { ...fields, by: storageOwner() ?? '', created_at: Date.now() }
  writing.add(item.key)
  sending.add(item.key) // until its first attempt has failed
  unstored.set(item.key, item)
  show([...items.filter(({ target }) => !item.wish || target !== item.target), item])
  try {
    await addItem(item)
    unstored.delete(item.key)
  } catch (error) {
    // Without storage the item lives as long as the page.
    if (error instanceof OutboxFullError) {
      unstored.delete(item.key)
      sending.delete(item.key)
      throw error
    }
  } finally {
    writing.delete(item.key)
    await reload()
    announce()
  }
  void send(item.target)
  return item
}

/** The fields of an item that a form creates with this call. */
type FormItem<Reply> = Omit<NewItem, 'call'> & { readonly call: StoredCall<Reply> }

/**
 * Adds an item and waits for its first attempt: resolves with the reply, or with `keptForLater` when the server could
 * not be reached. Throws what the server has refused, and forgets the item: its form still has the text.
 */
export async function submitItem<Reply>(fields: FormItem<Reply>): Promise<Reply | typeof keptForLater> {
  const result = new Promise<unknown>((resolve, reject) => waiters.set(fields.key, { resolve, reject }))
  result.catch(() => {}) // also if adding throws first
  try {
    await enqueue(fields)
  } catch (error) {
    waiters.delete(fields.key)
    throw error
  }
  return result as Promise<Reply | typeof keptForLater>
}

/** Keeps the last wish for a settable state. None is kept where the server certainly has that state already. */
export async function keepWish(fields: NewItem & { readonly wish: StoredWish }): Promise<void> {
  const former = items.find(({ target }) => target === fields.target)?.wish
  const wish = {
    ...fields.wish,
    known: former?.known ?? fields.wish.known,
    is_uncertain: fields.wish.is_uncertain || former?.is_uncertain === true,
  }
  if (wish.wish === wish.known && !wish.is_uncertain) return dropWish(fields.target)
  await enqueue({ ...fields, wish })
}

/** What a toggle tells the outbox of itself. */
type Toggle<State, Wish> = {
  id: string
  wishOf: (state: State) => Wish
  toStored?: (wish: Wish, known: State) => StoredToggle
}

/** Stores the latest wish of a toggle, which may be pressed again meanwhile. Returns false if it cannot be stored. */
export async function keepToggle<State, Wish>(
  queue: { readonly confirmed: State; readonly wish: Wish },
  { id, toStored, wishOf }: Toggle<State, Wish>,
): Promise<boolean> {
  if (!toStored) return false
  for (;;) {
    const { wish } = queue
    const values = { wish, known: wishOf(queue.confirmed) } as Pick<StoredWish, 'wish' | 'known'>
    if (!(await storeWish(id, toStored(wish, queue.confirmed), values))) return false
    if (queue.wish === wish) return true
  }
}

/** Stores a wish after a call without a reply. Returns false if it cannot be stored. */
export const storeWish = (
  target: string,
  { field, fulfilled, ...item }: StoredToggle,
  values: Pick<StoredWish, 'wish' | 'known'>,
): Promise<boolean> => {
  const wish = { ...values, field, fulfilled, is_uncertain: navigator.onLine }
  return keepWish({ ...item, key: crypto.randomUUID(), target, wish }).then(
    () => true,
    () => false,
  )
}

/** Forgets the wish for a target, because a newer one was sent directly. */
export const dropWish = (target: string): Promise<void> =>
  locked(target, async () => {
    await reload()
    for (const { key } of items.filter((item) => item.target === target)) await forget(key)
  })

/** Items that are being removed: what was sent is not shown again while the disk is slow. */
const leaving = new Set<string>()

async function forget(key: string): Promise<void> {
  unstored.delete(key)
  sending.delete(key)
  leaving.add(key)
  show(items.filter((item) => item.key !== key))
  const by = storageOwner()
  if (by !== undefined) await removeItem(by, key).catch(() => {})
  leaving.delete(key)
  await reload()
  announce()
}

export function discardItem({ key }: OutboxItem): Promise<void> {
  const forgotten = forget(key)
  cancelTransfer(key)
  return forgotten
}

const isDiscarded = (item: OutboxItem) => leaving.has(item.key) || items.every(({ key }) => key !== item.key)

/** Sends an item again that was refused, is old or is waiting. */
export async function retryItem(item: OutboxItem): Promise<void> {
  await patch(item, { refusal: undefined, not_before: undefined, is_confirmed: true })
  await send(item.target)
}

/**
 * Sends an item without one of its files: of a refused item, or while others are still being uploaded. Otherwise it may have been
 * created with all of them, and stays as it is. `call` replaces its call.
 */
export async function leaveOutFile(item: OutboxItem, place: number, call = item.call): Promise<void> {
  const isUploading = item.files?.some(({ url, is_left_out }) => url === undefined && !is_left_out)
  if (!item.refusal && !(isUploading && leaveOutOfUpload(item.key, place))) return
  await patch(item, ({ files }) => ({
    call,
    ...withFile(files, place, ({ name, purpose }) => ({ name, purpose, is_left_out: true })),
  }))
}

const withFile = (files: OutboxItem['files'] = [], place: number, change: (file: StoredFile) => StoredFile) => ({
  files: files.map((file, index) => (index === place ? change(file) : file)),
})

type Change = { [K in keyof OutboxItem]?: OutboxItem[K] | undefined }

async function patch(item: OutboxItem, change: Change | ((stored: OutboxItem) => Change)): Promise<void> {
  const changed = (stored: OutboxItem) =>
    (typeof change === 'function' ? change(stored) : change) as Partial<OutboxItem>
  const held = unstored.get(item.key)
  if (held) unstored.set(item.key, { ...held, ...changed(held) })
  await patchItem(item.by, item.key, changed).catch(() => false)
  await reload()
  announce()
}

/** One tab at a time sends the items of a target. */
function locked(target: string, run: () => Promise<void>): Promise<void> {
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
  await Promise.all([...new Set(items.filter(isSendable).map(({ target }) => target))].map(send))
}

const send = (target: string): Promise<void> =>
  locked(target, async () => {
    while (await sendNext(target));
  })

/** Sends the oldest item of a target. Returns false when none is left that may be sent now. */
async function sendNext(target: string): Promise<boolean> {
  await reload()
  const item = items.find((other) => other.target === target && isSendable(other) && !writing.has(other.key))
  if (!item || item.by !== storageOwner()) return false
  if (item.files && !services) return fail(item, new ApiError(0, {})) // `startOutbox` sends it as soon as its code is loaded
  const waitMs = (item.not_before ?? 0) - Date.now()
  if (waitMs > 0) {
    stop(target)
    sendLater(waitMs)
    return false
  }
  sending.add(item.key)
  shown()
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
    sending.delete(item.key)
    if (isDiscarded(item)) return true
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

/** No item of the target is being sent any more. */
function stop(target: string): void {
  for (const item of items) if (item.target === target) sending.delete(item.key)
  shown()
}

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
    stop(item.target)
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
    stop(item.target)
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
  if (document.visibilityState === 'visible' && items.length > 0) void sendAll()
})
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (data === 'send') void sendAll()
})
