import { Suspense, useEffect, useState } from 'react'
import { authEvents } from '../api.ts'
import { type ApiError, isRateLimit, type MessageOptions, userMessage, waitMessage } from '../data/errors.ts'
import { lazyPart } from '../lazy-part.tsx'
import { Boundary } from './Boundary.tsx'

/** Time that a toast stays; longer where there is a button. */
const stay = { success: 2000, error: 4000, offer: 8000 }

const ToastViewport = lazyPart(
  () => import('./ToastViewport.tsx'),
  () => null,
) // until it is loaded, see PlainToasts

/** Emits an event for the first toast, which may be added before anything was pressed. */
const said = new EventTarget()

type Offer = { readonly label: string; readonly onAccept: () => void }

/** A toast with the `id` of an earlier one replaces it. */
function say(
  type: keyof typeof stay,
  text: string,
  timeout: number,
  { id: given, ...offer }: Partial<Offer> & { readonly id?: string | undefined } = {},
) {
  said.dispatchEvent(new Event('first'))
  void ToastViewport.load().then(
    async ({ rack: { manager, listens } }) => {
      await listens
      await new Promise((resolve) => setTimeout(resolve)) // the viewport must first render if this toast triggered its load
      let isTaken = false
      const accept = () => {
        if (isTaken) return // pressed again while it fades out
        isTaken = true
        manager.close(id)
        offer.onAccept?.()
      }
      const offered = offer.onAccept && { actionProps: { children: offer.label, onClick: accept } }
      const id = manager.add({ title: text, type, timeout, ...offered, ...(given ? { id: given } : {}) })
    },
    () => void said.dispatchEvent(new CustomEvent('plain', { detail: { text, timeout } })),
  )
}

/** Shows and announces that something was done, has failed, or could be done. */
export const toast = {
  /** Replaces the failure of an earlier attempt at the same `action`. */
  success: (text: string, timeout = stay.success, action?: string) => say('success', text, timeout, { id: action }),
  error: (text: string, timeout = stay.error, action?: string) => say('error', text, timeout, { id: action }),
  /** Reports a failed call. A rate limit is reported already, by Toasts. */
  failure(error: unknown, fallback: string, { action, ...options }: MessageOptions & { action?: string } = {}) {
    if (!isRateLimit(error)) toast.error(userMessage(error, fallback, options), stay.error, action)
  },
  /** With a button that runs the offer. */
  offer: (text: string, offer: Offer) => say('offer', text, stay.offer, offer),
  /** Reports an action that was done without confirmation, with an Undo button; only for the latest action. */
  undo: (text: string, onUndo: () => void) =>
    say('offer', text, stay.offer, { id: 'undo', label: 'Undo', onAccept: onUndo }),
}

/** Shows an error toast once when loading failed; without a text, none. */
export function useErrorToast(error: unknown, text: string | undefined): void {
  const hasFailed = Boolean(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown when loading fails, not when the text changes
  useEffect(() => {
    if (hasFailed && text) toast.failure(error, text)
  }, [hasFailed])
}

/**
 * Mounts the toast viewport when the user first does something, so that screen readers know it before the first toast.
 * Always reports rate limits.
 */
export function Toasts() {
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const mount = () => setIsMounted(true)
    authEvents.addEventListener(
      'too-many',
      (event) => toast.error(waitMessage((event as CustomEvent<ApiError>).detail)),
      { signal },
    )
    said.addEventListener('first', mount, { signal })
    for (const action of ['pointerdown', 'keydown']) addEventListener(action, mount, { signal, once: true })
    return () => ended.abort()
  }, [])
  if (!isMounted) return null
  return (
    <>
      <Boundary fallback={null}>
        <Suspense>
          <ToastViewport />
        </Suspense>
      </Boundary>
      <PlainToasts />
    </>
  )
}

/** Shows only the texts, while the viewport cannot be loaded. */
function PlainToasts() {
  const [texts, setTexts] = useState<readonly string[]>([])
  useEffect(() => {
    const show = (event: Event) => {
      const { text, timeout } = (event as CustomEvent<{ text: string; timeout: number }>).detail
      setTexts((before) => [...before.filter((other) => other !== text), text])
      setTimeout(() => setTexts((before) => before.filter((other) => other !== text)), timeout)
    }
    said.addEventListener('plain', show)
    return () => said.removeEventListener('plain', show)
  }, [])
  return (
    <div role="status" className="toasts">
      {texts.map((text) => (
        <p key={text} className="rounded-control border border-line bg-surface px-4 py-2.5 font-medium shadow-lifted">
          {text}
        </p>
      ))}
    </div>
  )
}
