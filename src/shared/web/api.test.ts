import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { eventsApi } from '../../features/events/contract.gen.ts'
import { postsApi } from '../../features/posts/contract.gen.ts'
import { schoolsApi } from '../../features/schools/contract.gen.ts'

afterEach(() => vi.unstubAllGlobals())

/** A new page: its calls, the requested URLs, and the callback for idle time. */
async function openPage() {
  vi.resetModules()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('{}')
  })
  const { call } = await import('./api.ts')
  return {
    asked,
    seen: () => call(postsApi.feed),
    niceToKnow: () => call(schoolsApi.stats, { later: true }),
  }
}

test('delays optional calls until the browser is first idle, and never again after that', async () => {
  let spare: () => void = () => {}
  vi.stubGlobal('requestIdleCallback', (tell: () => void) => {
    spare = tell
  })
  const { asked, seen, niceToKnow } = await openPage()
  const known = niceToKnow()
  await seen()
  expect(asked).toEqual(['/api/posts/feed'])
  spare()
  await known
  await niceToKnow()
  expect(asked).toEqual(['/api/posts/feed', '/api/school/stats', '/api/school/stats'])
})

test('delays nothing in browsers without requestIdleCallback', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  Reflect.deleteProperty(window, 'requestIdleCallback')
  const { asked, niceToKnow } = await openPage()
  await niceToKnow()
  expect(asked).toEqual(['/api/school/stats'])
})

test('a first load that was sent before a change is sent again, so that its old result is not kept', async () => {
  const { invalidate, queryKeyFor } = await import('./api.ts')
  const client = new QueryClient()
  const answers: ((value: string) => void)[] = []
  const queryKey = queryKeyFor(eventsApi.attendees, { params: { id: 'one' } })
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => answers).toHaveLength(1)
  const done = invalidate(client, eventsApi)
  await expect.poll(() => answers).toHaveLength(2)
  answers[0]?.('before the change')
  answers[1]?.('after it')
  await done
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'after it' })
  stop()
})
