import { type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { useRestoreFocus } from '../focus.ts'
import { site } from '../site.ts'
import { Button } from './Button.tsx'

/** A part whose code could not be loaded, and how to recover. */
export type PartFailure = {
  /** The server runs a newer release. Only a page reload helps. */
  readonly isGone: boolean
  readonly isRetrying: boolean
  readonly retry: () => void
}
type Props = { failure: PartFailure; onClose?: unknown }

/** Replaces a part that could not be loaded: with a dialog if the part can be closed, else with a card. */
export function PartFailed({ failure, onClose }: Props) {
  if (typeof onClose === 'function') return <DialogFailed failure={failure} onClose={onClose} />
  return (
    <div role="alert" className="card flex flex-col items-center px-6 py-10 text-center">
      <Message failure={failure} />
      <RetryButton failure={failure} />
    </div>
  )
}

/** Replaces a page that could not be loaded. */
export function PageFailed({ failure }: { failure: PartFailure }) {
  const title = !navigator.onLine ? 'This page is not available offline' : 'We couldn’t load this page'
  return (
    <div role="alert" className="mx-auto max-w-md px-5 py-16 text-center">
      <Message failure={failure} title={title} heading="h1" />
      <RetryButton failure={failure} />
    </div>
  )
}

/**
 * Replaces a dialog that could not be loaded; without `onClose` it stays until the code is loaded. Uses the native
 * dialog element, because the app's own dialog may be the part that failed.
 */
export function DialogFailed({ failure, onClose }: Props) {
  useRestoreFocus()
  const close = typeof onClose === 'function' ? () => onClose() : undefined
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault()
    close?.()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onCancel={cancel}
      onKeyDown={(event) => event.stopPropagation()} // Escape must not reach a dialog below this one
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-card bg-surface p-6 text-center text-ink shadow-lifted backdrop:bg-black/50"
    >
      <Message failure={failure} id={title} />
      <div className="flex flex-wrap justify-center gap-3">
        {close && <Button onClick={close}>Close</Button>}
        <RetryButton failure={failure} />
      </div>
    </dialog>
  )
}

type MessageProps = { failure: PartFailure; title?: string; heading?: 'h1' | 'h2'; id?: string }

function Message({ failure: { isGone }, title, heading: Heading = 'h2', id }: MessageProps) {
  const offline = !navigator.onLine
  return (
    <>
      <Heading id={id} className={Heading === 'h1' ? 'text-title' : 'text-card'}>
        {isGone
          ? `A new version of ${site.productName} is ready`
          : (title ?? (offline ? 'This isn’t available offline' : 'We couldn’t load this'))}
      </Heading>
      <p className="mt-2 mb-5 text-soft">
        {isGone
          ? 'Reload the page to continue. What you typed is saved.'
          : offline
            ? 'It will appear when you’re back online. What you typed is saved.'
            : 'Check your connection. What you typed is saved.'}
      </p>
    </>
  )
}

const RetryButton = ({ failure: { isGone, isRetrying, retry } }: { failure: PartFailure }) =>
  isGone ? (
    <Button variant="primary" onClick={() => location.reload()}>
      Reload
    </Button>
  ) : (
    <Button variant="primary" pendingLabel={isRetrying && 'Loading...'} onClick={retry}>
      Try Again
    </Button>
  )
