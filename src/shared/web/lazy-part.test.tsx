import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeLoadError, createCodeLoader } from './code-loader.ts'
import { lazyPart } from './lazy-part.tsx'
import { Boundary } from './ui/Boundary.tsx'
import { PageFailed } from './ui/PartFailed.tsx'

let isOnline = true
beforeEach(() => {
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const connect = () =>
  act(async () => {
    isOnline = true
    dispatchEvent(new Event('online'))
  })

/** A page with a field, and a part that is loaded on demand. */
function Form({ part: Part }: { part: React.ComponentType<{ onClose: () => void }> }) {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Suspense>{isOpen && <Part onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

test('a part that fails to load keeps the page and its text, and appears when the connection returns', async () => {
  isOnline = false
  const Part = lazyPart<{ onClose: () => void }, object>(() =>
    isOnline ? Promise.resolve({ default: () => <p>The part</p> }) : lost(),
  )
  render(<Form part={Part} />)
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'half a thought' } })
  await act(async () => fireEvent.click(screen.getByText('Open')))
  await screen.findByText('This isn’t available offline')
  await act(async () => fireEvent.click(screen.getByText('Try Again')))
  expect(screen.getByText('This isn’t available offline')).toBeTruthy()
  expect((screen.getByLabelText('Text') as HTMLInputElement).value).toBe('half a thought')
  await connect()
  await screen.findByText('The part')
  expect((screen.getByLabelText('Text') as HTMLInputElement).value).toBe('half a thought')
})

test('a failed part can be closed, and loads again when it is reopened', async () => {
  isOnline = false
  const Part = lazyPart<{ onClose: () => void }, object>(() =>
    isOnline ? Promise.resolve({ default: () => <p>The part</p> }) : lost(),
  )
  render(<Form part={Part} />)
  await act(async () => fireEvent.click(screen.getByText('Open')))
  fireEvent.click(await screen.findByText('Close'))
  expect(screen.queryByText('Try Again')).toBeNull()
  isOnline = true
  await act(async () => fireEvent.click(screen.getByText('Open')))
  await screen.findByText('The part')
})

test('a page that is unavailable offline shows an error, and recovers without a reload', async () => {
  isOnline = false
  const load = () => (isOnline ? Promise.resolve({ default: () => <h1>Events</h1> }) : lost())
  const Page = lazyPart<object, object>(load, PageFailed)
  render(
    <Boundary fallback={<p>Crashed</p>}>
      <Suspense>
        <Page />
      </Suspense>
    </Boundary>,
  )
  await screen.findByRole('heading', { name: 'This page is not available offline', level: 1 })
  await connect()
  await screen.findByRole('heading', { name: 'Events' })
})

test('retries a load that fails online, and loads code only once', async () => {
  vi.useFakeTimers()
  let tries = 0
  const load = createCodeLoader(() => (++tries < 3 ? lost() : Promise.resolve('code')))
  const both = Promise.all([load(), load()])
  await vi.advanceTimersByTimeAsync(5000)
  expect(await both).toEqual(['code', 'code'])
  await load()
  expect(tries).toBe(3)
})

test('offers a reload when a newer release has removed the code', async () => {
  const url = `${location.origin}/assets/Form-abc.js`
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  const load = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${url}`))
  const failure = await createCodeLoader(load)().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CodeLoadError)
  expect((failure as CodeLoadError).isGone).toBe(true)
  render(<Form part={lazyPart<{ onClose: () => void }, object>(load)} />)
  await act(async () => fireEvent.click(screen.getByText('Open')))
  await screen.findByText(/^A new version of .* is ready$/)
  expect(screen.getByText('Reload')).toBeTruthy()
})

test('toasts show as plain text when their code fails to load, without breaking the page', async () => {
  vi.doMock('./ui/ToastViewport.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  vi.resetModules()
  isOnline = false
  const { Toasts: Fresh, toast } = await import('./ui/toasts.tsx')
  render(
    <>
      <p>The page</p>
      <Fresh />
    </>,
  )
  await act(async () => toast.error('Failed to send message'))
  await screen.findByText('Failed to send message')
  expect(screen.getByText('The page')).toBeTruthy()
  vi.doUnmock('./ui/ToastViewport.tsx')
})
