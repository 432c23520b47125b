import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendWaiting } from '../../../shared/web/before-leaving.ts'
import { ApiError } from '../../../shared/web/data/errors.ts'
import type { Case } from '../case-contract.ts'
import { undoMs, useWaitingActs } from './waiting-acts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const toAct = (id: string, send = vi.fn(async () => id)) => ({
  item: { id, reports_count: 1 } as Case,
  type: 'dismiss' as const,
  send,
})

test('sends an act after ten seconds and not before', async () => {
  const { result } = renderHook(() => useWaitingActs(() => {}))
  const decided = toAct('a')
  let reply: Promise<unknown> | undefined
  act(() => {
    reply = result.current.defer(decided)
  })
  expect(result.current.isWaiting('a')).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(undoMs - 1))
  expect(decided.send).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(await reply).toBe('a')
  expect(result.current.isWaiting('a')).toBe(false)
})

test('undoes only the latest act, rejects it for its form, and sends the others', async () => {
  const { result } = renderHook(() => useWaitingActs(() => {}))
  const [first, second] = [toAct('a'), toAct('b')]
  const rejected = vi.fn()
  act(() => void result.current.defer(first))
  act(() => void result.current.defer(second).catch(rejected))
  await act(async () => expect(result.current.undo()?.item.id).toBe('b'))
  expect(rejected).toHaveBeenCalledOnce()
  await act(() => vi.advanceTimersByTimeAsync(undoMs))
  expect([first.send.mock.calls.length, second.send.mock.calls.length]).toEqual([1, 0])
  expect(result.current.undo()).toBeUndefined()
})

test('sends each act once when the page is left or the user signs out, and reports what was refused', async () => {
  const failed = vi.fn()
  const { result, unmount } = renderHook(() => useWaitingActs(failed))
  const body = { error: 'Colleague settled this case: resolved.', settled_by: 'Colleague' }
  const refused = toAct(
    'a',
    vi.fn(() => Promise.reject(new ApiError(409, body as object))),
  )
  act(() => void result.current.defer(refused).catch(() => {}))
  await act(sendWaiting)
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ problem: 'Colleague settled this case: resolved.' }))
  const last = toAct('b')
  act(() => void result.current.defer(last))
  unmount()
  expect(last.send).toHaveBeenCalledOnce()
  await sendWaiting()
  await vi.advanceTimersByTimeAsync(undoMs)
  expect([refused.send.mock.calls.length, last.send.mock.calls.length]).toEqual([1, 1])
})
