import type { ReactNode } from 'react'
import { isNotFound } from '../data/errors.ts'
import { useFocusAfterRemoval } from '../focus-after-removal.ts'
import { Dialog } from './Dialog.tsx'
import { ErrorState, Skeleton } from './states.tsx'

type Props<Item> = {
  onClose: () => void
  /** The title until the item is loaded, and part of the one when it does not exist: 'Event not found'. */
  what: string
  title?: string | undefined
  item: Item | undefined
  isPending: boolean
  error: Error | null
  onRetry: () => void
  /** What may have happened to an item that does not exist. */
  goneText: string
  failureText: string
  /** Also a page on a tablet, and 960 px wide on a desktop; the content has a `DialogTitle`. */
  page?: boolean
  /** Shown while pending, in the shape of the item. */
  skeleton?: ReactNode
  actions?: ((item: Item) => ReactNode) | undefined
  children: (item: Item) => ReactNode
}

/** One item over the page that opened it, with its id in the URL; on a phone a page of its own: pending, missing, failed or loaded. */
export function DetailDialog<Item>({ onClose, what, title, item, isPending, error, ...parts }: Props<Item>) {
  const { onRetry, goneText, failureText, page = false, skeleton = <Skeleton className="h-40" /> } = parts
  const { actions, children } = parts
  const isGone = isNotFound(error)
  useFocusAfterRemoval()
  return (
    <Dialog
      open
      isInUrl
      layout={page ? 'page' : 'form-wide'}
      hasOwnTitle={page && item !== undefined}
      onClose={onClose}
      title={title ?? (isGone ? `${what} not found` : what)}
      actions={item && actions?.(item)}
    >
      {isPending && skeleton}
      {isGone && <p className="text-soft">{goneText}</p>}
      {error && !isGone && <ErrorState text={failureText} error={error} onRetry={onRetry} />}
      {item && children(item)}
    </Dialog>
  )
}
