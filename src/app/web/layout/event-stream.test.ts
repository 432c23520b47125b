import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startsListening, useEventStream } from './event-stream.ts'

class Source extends EventTarget {
  static count = 0
  constructor() {
    super()
    Source.count++
  }
  close() {}
}

beforeEach(() => {
  Source.count = 0
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
      close() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = () => vi.advanceTimersByTimeAsync(10_000)

test('opens the stream when the listeners listen, not when their code is loaded', async () => {
  const load = async () => {}
  const { unmount } = renderHook(() => useEventStream('ada', load))
  await pass()
  expect(Source.count).toBe(0)
  startsListening()
  await pass()
  expect(Source.count).toBe(1)
  unmount()
})

test('opens the stream without listeners whose code cannot be loaded', async () => {
  const load = () => Promise.reject(new Error('gone'))
  const { unmount } = renderHook(() => useEventStream('ada', load))
  await pass()
  expect(Source.count).toBe(1)
  unmount()
})
