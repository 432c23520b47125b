import { isRefused } from './data/errors.ts'
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
  onError?: (error: unknown) => void
  onSettled?: () => void
}

type Queue = { confirmed: unknown; wish: unknown }
const queues = new Map<string, Queue>()
onStorageCleared(() => queues.clear())

/**
 * A toggle that shows each press immediately and sends one call at a time. The last wish wins: presses during a call
 * are sent after it, unless they cancel each other. When all calls have failed, shows the last confirmed state. Returns
 * the press handler, which takes a function from the current wish to the new one.
 */
export function useOptimisticToggle<State, Wish>(options: Options<State, Wish>) {
  const { id, state, wishOf, predict, show } = options
  return (next: (wish: Wish) => Wish): void => {
    const waiting = queues.get(id) as { confirmed: State; wish: Wish } | undefined
    const queue = waiting ?? { confirmed: state, wish: wishOf(state) }
    queue.wish = next(queue.wish)
    show(predict(queue.confirmed, queue.wish))
    if (waiting) return
    queues.set(id, queue)
    void settle(queue, options)
  }
}

async function settle<State, Wish>(queue: { confirmed: State; wish: Wish }, options: Options<State, Wish>) {
  const { id, wishOf, show, send, refetch, onError, onSettled } = options
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
  if (queues.get(id) === queue) queues.delete(id)
  show(queue.confirmed)
  if (failure !== undefined) {
    if (!isRefused(failure)) void refetch()
    onError?.(failure)
  }
  onSettled?.()
}
