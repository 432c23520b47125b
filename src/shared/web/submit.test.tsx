import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './data/errors.ts'
import { storedDraft, useDraft } from './draft.ts'
import { useSubmit } from './submit.ts'
import { claimStorage, clearStorage } from './user-storage.ts'

type SentRequest = { body: { text: string }; key: string; answer: () => void; fail: (status: number) => void }
let sent: SentRequest[]
const details: boolean[] = []
const onDone = vi.fn()

beforeEach(() => {
  claimStorage('ada')
  sent = []
  details.length = 0
  onDone.mockClear()
})
afterEach(() => {
  cleanup()
  clearStorage()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

/** Opens a composer with one draft. */
const open = () =>
  renderHook(
    () => {
      const [text, write] = useDraft('post')
      const form = useSubmit({
        form: 'post',
        drafts: ['post'],
        send: (keyFor) =>
          new Promise<string>((resolve, reject) => {
            const body = { text }
            const fail = (status: number) => reject(new ApiError(status, {}))
            sent.push({ body, key: keyFor(body), answer: () => resolve('posted'), fail })
          }),
        onSuccess: (_reply, { hasEarlierAttempt }) => void details.push(hasEarlierAttempt),
        onDone,
      })
      return { text, write, ...form }
    },
    { wrapper },
  )
type Composer = ReturnType<typeof open>
const write = (composer: Composer, text: string) => act(() => composer.result.current.write(text))
const submit = (composer: Composer) => act(async () => composer.result.current.submit())
const end = async (composer: Composer, how: () => void) => {
  await act(async () => how())
  await waitFor(() => expect(composer.result.current.isPending).toBe(false))
}

test('sends two presses before the next render once, and unlocks after the call', async () => {
  const composer = open()
  write(composer, 'Hello')
  await act(async () => {
    composer.result.current.submit()
    composer.result.current.submit()
  })
  await submit(composer)
  expect(sent).toHaveLength(1)
  await end(composer, () => sent[0]?.fail(500))
  await submit(composer)
  expect(sent).toHaveLength(2)
})

test('the same text keeps its key after a failure, a closed dialog and a reload; another text gets a new key', async () => {
  const composer = open()
  write(composer, 'Hello')
  await submit(composer)
  await end(composer, () => sent[0]?.fail(0))
  await submit(composer)
  await end(composer, () => sent[1]?.fail(500))
  composer.unmount()
  const again = open()
  expect(again.result.current.text).toBe('Hello')
  await submit(again)
  await end(again, () => sent[2]?.fail(0))
  write(again, 'Hello, all')
  await submit(again)
  const [first, second, third, changed] = sent.map(({ key }) => key)
  expect([second, third]).toEqual([first, first])
  expect(changed).not.toBe(first)
  expect(sent.at(-1)?.body).toEqual({ text: 'Hello, all' })
  await end(again, () => sent[3]?.answer())
  expect(details).toEqual([true]) // the first text may be in the list as well
  write(again, 'Hello')
  await submit(again)
  expect(sent.at(-1)?.key).not.toBe(first) // a deliberate second post
  await end(again, () => sent.at(-1)?.answer())
  expect(details).toEqual([true, false])
})

test('a refused text counts as not arrived', async () => {
  const composer = open()
  write(composer, 'Too long')
  await submit(composer)
  await end(composer, () => sent[0]?.fail(400))
  write(composer, 'Short')
  await submit(composer)
  await end(composer, () => sent[1]?.answer())
  expect(details).toEqual([false])
})

test('removes a draft that was sent, unless it has changed since', async () => {
  const composer = open()
  write(composer, 'Hello')
  await submit(composer)
  composer.unmount()
  const again = open()
  write(again, 'Hello, and more')
  await act(async () => sent[0]?.answer())
  await waitFor(() => expect(details).toHaveLength(1))
  expect(again.result.current.text).toBe('Hello, and more')
  expect(onDone).not.toHaveBeenCalled() // a closed form does not close the new one
  await submit(again)
  await end(again, () => sent[1]?.answer())
  expect(again.result.current.text).toBe('')
  expect(onDone).toHaveBeenCalledOnce()
  expect(storedDraft.read('attempts post')).toBeUndefined()
})

test('stores drafts and keys for the signed-in user only', async () => {
  const composer = open()
  write(composer, 'Hello')
  await submit(composer)
  await end(composer, () => sent[0]?.fail(0))
  expect(Object.keys(sessionStorage).sort()).toEqual(['quad draft ada attempts post', 'quad draft ada post'])
  expect(sessionStorage.getItem('quad draft ada attempts post')).not.toContain('Hello')
  act(() => void claimStorage('bo'))
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(open().result.current.text).toBe('')
})
