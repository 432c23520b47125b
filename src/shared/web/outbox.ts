import type { keptForLater } from './kept-for-later.ts'
import {
  type NewItem,
  type OutboxItem,
  type StoredCall,
  type StoredToggle,
  type StoredWish,
  withFile,
} from './outbox-item.ts'
import { currentItems, forget, patch, reload, store } from './outbox-items.ts'
import { locked, type Services, send, sendAll, setServices, stopWaiting, waitForReply } from './outbox-sending.ts'
import { cancelTransfer, leaveOutOfUpload } from './outbox-transfers.ts'
import { storageOwner } from './user-storage.ts'

/** Starts sending what is stored. Called once the page knows its user. */
export async function startOutbox(services: Services): Promise<void> {
  setServices(services)
  await sendAll()
}

/** Adds an item, stores it, and sends it in the background. Throws OutboxFullError. */
export async function enqueue(fields: NewItem): Promise<OutboxItem> {
  const item: OutboxItem = { ...fields, by: storageOwner() ?? '', created_at: Date.now() }
  await store(item)
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
  const result = waitForReply(fields.key)
  try {
    await enqueue(fields)
  } catch (error) {
    stopWaiting(fields.key)
    throw error
  }
  return result as Promise<Reply | typeof keptForLater>
}

/** Keeps the last wish for a settable state. None is kept where the server certainly has that state already. */
export async function keepWish(fields: NewItem & { readonly wish: StoredWish }): Promise<void> {
  const former = currentItems().find(({ target }) => target === fields.target)?.wish
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
    for (const { key } of currentItems().filter((item) => item.target === target)) await forget(key)
  })

export function discardItem({ key }: OutboxItem): Promise<void> {
  const forgotten = forget(key)
  cancelTransfer(key)
  return forgotten
}

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
