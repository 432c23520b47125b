import { useSyncExternalStore } from 'react'
import { isOld, isSendable, type OutboxItem } from './outbox-item.ts'
import { addItem, OutboxFullError, patchItem, readItems, removeItem } from './outbox-store.ts'
import { setUnsentCounts } from './unsent.ts'
import { onStorageCleared, storageOwner } from './user-storage.ts'

type ItemState = 'waiting' | 'sending' | 'refused' | 'old'

/** Messages between tabs: the items have changed, or one was sent with this reply. */
type TabMessage = { readonly by: string; readonly sent?: { readonly key: string; readonly reply: unknown } }

let items: readonly OutboxItem[] = []
/** Items that the browser does not store: it has refused, or is still writing. */
const unstored = new Map<string, OutboxItem>()
const writing = new Set<string>()
const sending = new Set<string>()
/** Items that are being removed: what was sent is not shown again while the disk is slow. */
const leaving = new Set<string>()
const listeners = new Set<() => void>()
const sentElsewhereCallbacks = new Set<(item: OutboxItem, reply: unknown) => void>()

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('quad outbox')

/** Tells the other tabs. */
export const announce = (message: Omit<TabMessage, 'by'> = {}) => {
  const by = storageOwner()
  if (by !== undefined) channel?.postMessage({ by, ...message } satisfies TabMessage)
}

channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.by !== storageOwner()) return
  const item = data.sent && items.find(({ key }) => key === data.sent?.key)
  if (item && data.sent) for (const callback of sentElsewhereCallbacks) callback(item, data.sent.reply)
  void reload()
})

onStorageCleared(() => {
  for (const state of [unstored, writing, sending]) state.clear()
  show([])
})

function show(next: readonly OutboxItem[]): void {
  items = next
  const waiting = items.filter((item) => findItemState(item) !== 'sending').length
  setUnsentCounts({ stored: items.length, waiting })
  for (const listener of listeners) listener()
}

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

/** The same, and keeps what cannot be stored. */
export const reload = () => loadItems().catch(() => show([...unstored.values()]))

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

/** Calls back with each item that another tab has sent, and its reply. */
export const onSentElsewhere = (callback: (item: OutboxItem, reply: unknown) => void): void =>
  void sentElsewhereCallbacks.add(callback)

/** Shows a new item as being sent, instead of a former wish for its target, and stores it. Throws OutboxFullError. */
export async function store(item: OutboxItem): Promise<void> {
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
}

/** Removes an item that was sent or is not wanted any more. */
export async function forget(key: string): Promise<void> {
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

/** True for an item that was removed while it was being sent. */
export const isForgotten = (item: OutboxItem): boolean =>
  leaving.has(item.key) || items.every(({ key }) => key !== item.key)

type Change = { [K in keyof OutboxItem]?: OutboxItem[K] | undefined }

/** Changes an item where it is stored, and in all tabs. */
export async function patch(item: OutboxItem, change: Change | ((stored: OutboxItem) => Change)): Promise<void> {
  const changed = (stored: OutboxItem) =>
    (typeof change === 'function' ? change(stored) : change) as Partial<OutboxItem>
  const held = unstored.get(item.key)
  if (held) unstored.set(item.key, { ...held, ...changed(held) })
  await patchItem(item.by, item.key, changed).catch(() => false)
  await reload()
  announce()
}

/** The oldest item of a target that may be sent now. */
export const findNext = (target: string): OutboxItem | undefined =>
  items.find((item) => item.target === target && isSendable(item) && !writing.has(item.key))

export function showAsSending({ key }: OutboxItem): void {
  sending.add(key)
  show([...items])
}

export const endSending = ({ key }: OutboxItem): void => void sending.delete(key)

/** No item of the target is being sent any more. */
export function showAsWaiting(target: string): void {
  for (const item of items) if (item.target === target) sending.delete(item.key)
  show([...items])
}
