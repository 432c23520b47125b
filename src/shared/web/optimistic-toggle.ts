import { isOffline, isRefused } from './data/errors.ts'
import type { StoredToggle } from './outbox-item.ts'
import { loadOutbox } from './outbox-loader.ts'
import { countUnsent } from './unsent.ts'
import { onStorageCleared } from './user-storage.ts'

type Options<State, Wish> = {
  /** Names what is toggled: `like <id>`. All buttons for it share one queue. */
  id: string
  /** The state that is shown now. */
  state: State
  wishOf: (state: State) => Wish
  /** The state that the server will return if it accepts a wish. */
  predict: (state: State, wish: Wish) => State
  show: (state: State) => void
  /** Sends one wish; `known` is the last state that the server confirmed. */
  send: (wish: Wish, known: State) => Promise<State>
  /** Refetches the state, after a failure with an unknown outcome. */
  refetch: () => unknown
  /** What the outbox sends later, when the server cannot be reached. Without it the wish is dropped. */
  toStored?: (wish: Wish, known: State) => StoredToggle
  onError?: (error: unknown) => void
  onSettled?: () => void
}

type Queue = { confirmed: unknown; wish: unknown }
const queues = new Map<string, Queue>()
onStorageCleared(() => queues.clear())

/** Changes the wish for what `options` names, shows it and sends it. */
export function toggleOptimistically<State, Wish>(options: Options<State, Wish>, next: (wish: Wish) => Wish): void {
  const { id, state, wishOf, predict, show } = options
  const waiting = queues.get(id) as { confirmed: State; wish: Wish } | undefined
  const queue = waiting ?? { confirmed: state, wish: wishOf(state) }
  queue.wish = next(queue.wish)
  show(predict(queue.confirmed, queue.wish))
  if (waiting) return
  queues.set(id, queue)
  void settle(queue, options)
}

/**
 * A toggle that shows each press immediately and sends one call at a time. The last wish wins: presses during a call
 * are sent after it, unless they cancel each other. When all calls have failed, shows the last confirmed state. Returns
 * the press handler, which takes a function from the current wish to the new one.
 */
export const useOptimisticToggle =
  <State, Wish>(options: Options<State, Wish>) =>
  (next: (wish: Wish) => Wish): void =>
    toggleOptimistically(options, next)

async function settle<State, Wish>(queue: { confirmed: State; wish: Wish }, options: Options<State, Wish>) {
  const { id, wishOf, show, send, toStored, refetch, onError, onSettled } = options
  if (toStored) await dropStoredWish(id)
  let failure: unknown
  let isCorrected = false
  while (queue.wish !== wishOf(queue.confirmed)) {
    const wish = queue.wish
    failure = undefined
    try {
      queue.confirmed = await send(wish, queue.confirmed)
      // A toggling call returns the opposite state if another device toggled it before.
      if (queue.wish === wish && wishOf(queue.confirmed) !== wish) {
        if (isCorrected) break
        isCorrected = true
      }
    } catch (error) {
      failure = error
      if (queue.wish === wish) break
    }
  }
  const isKept =
    toStored &&
    isOffline(failure) &&
    (await loadOutbox().then(
      (outbox) => outbox.keepToggle(queue, options),
      () => false,
    ))
  if (queues.get(id) === queue) queues.delete(id)
  if (isKept) return
  show(queue.confirmed)
  if (failure !== undefined) {
    if (!isRefused(failure)) void refetch()
    onError?.(failure)
  }
  onSettled?.()
}

/** Forgets what the outbox still wishes for a target, before a newer wish is sent directly. */
export const dropStoredWish = async (target: string): Promise<void> => {
  if (countUnsent() > 0)
    await loadOutbox().then(
      ({ dropWish }) => dropWish(target),
      () => {},
    )
}
