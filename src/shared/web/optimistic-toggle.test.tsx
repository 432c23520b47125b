import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './data/errors.ts'
import { useOptimisticToggle } from './optimistic-toggle.ts'

type State = { isLiked: boolean; count: number }
type Reply = { to: boolean; answer: (state: State) => void; refuse: (status: number) => void }

let shown: State
let calls: Reply[]
let number = 0
const refetch = vi.fn()
const onError = vi.fn()

beforeEach(() => {
  shown = { isLiked: false, count: 0 }
  calls = []
  number++
  refetch.mockClear()
  onError.mockClear()
})

/** A like button; each render reads the shown state, like a card that reads the query cache. */
const heart = () => {
  const { result, rerender } = renderHook(() =>
    useOptimisticToggle<State, boolean>({
      id: `like ${number}`,
      state: shown,
      wishOf: ({ isLiked }) => isLiked,
      predict: ({ isLiked, count }, wish) => ({ isLiked: wish, count: count + Number(wish) - Number(isLiked) }),
      show: (state) => {
        shown = state
      },
      send: (to) =>
        new Promise((resolve, reject) => {
          calls.push({ to, answer: resolve, refuse: (status) => reject(new ApiError(status, {})) })
        }),
      refetch,
      onError,
    }),
  )
  return () => {
    rerender()
    result.current((isLiked) => !isLiked)
    rerender()
  }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test("after two failed presses, shows the server's last state and refetches it", async () => {
  const press = heart()
  press()
  expect(shown).toEqual({ isLiked: true, count: 1 })
  press()
  expect(shown).toEqual({ isLiked: false, count: 0 })
  calls[0]?.refuse(500)
  await settled()
  expect(shown).toEqual({ isLiked: false, count: 0 })
  expect([calls.length, refetch.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1, 1])
})

test("after three presses whose calls all fail, shows the server's last state", async () => {
  const press = heart()
  press()
  press()
  press()
  calls[0]?.refuse(500)
  await settled()
  if (calls[1]) calls[1].refuse(500)
  await settled()
  expect(shown).toEqual({ isLiked: false, count: 0 })
  expect(refetch).toHaveBeenCalledOnce()
})

test('a failure after a success restores the successful state', async () => {
  const press = heart()
  press()
  calls[0]?.answer({ isLiked: true, count: 7 })
  await settled()
  expect(shown).toEqual({ isLiked: true, count: 7 })
  press()
  expect(shown).toEqual({ isLiked: false, count: 6 })
  calls[1]?.refuse(0)
  await settled()
  expect(shown).toEqual({ isLiked: true, count: 7 })
})

test('sends presses one after the other; the last one wins', async () => {
  const press = heart()
  press()
  press()
  expect(calls).toHaveLength(1)
  calls[0]?.answer({ isLiked: true, count: 1 })
  await settled()
  expect(calls.map(({ to }) => to)).toEqual([true, false])
  calls[1]?.answer({ isLiked: false, count: 0 })
  await settled()
  expect(shown).toEqual({ isLiked: false, count: 0 })
  expect(onError).not.toHaveBeenCalled()
})

test('a refusal restores the state without a refetch', async () => {
  const press = heart()
  press()
  calls[0]?.refuse(409)
  await settled()
  expect(shown).toEqual({ isLiked: false, count: 0 })
  expect([refetch.mock.calls.length, onError.mock.calls.length]).toEqual([0, 1])
})

test('sends a call once more when it toggled the state the wrong way', async () => {
  const press = heart()
  press()
  calls[0]?.answer({ isLiked: false, count: 0 }) // another device had liked it
  await settled()
  calls[1]?.answer({ isLiked: true, count: 1 })
  await settled()
  expect(shown).toEqual({ isLiked: true, count: 1 })
  expect(calls).toHaveLength(2)
})
