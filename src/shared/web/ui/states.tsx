import type { ReactNode } from 'react'
import { offlineText } from '../connection.ts'
import { findFaultId, isOffline } from '../data/errors.ts'
import { site } from '../site.ts'
import { Button } from './Button.tsx'

/** A grey placeholder for content that is loading. */
export const Skeleton = ({ className }: { className: string }) => (
  <span
    aria-hidden
    data-skeleton
    className={`block animate-[breathe_1.4s_ease-in-out_infinite] rounded-control bg-line/70 ${className}`}
  />
)

/** A failed load: title, advice and Try Again; a bare one is rendered inside an existing card. */
export function ErrorState({
  title,
  text,
  error,
  bare = false,
  onRetry,
}: {
  title?: string
  text: string
  error?: unknown
  bare?: boolean
  onRetry: () => void
}) {
  return (
    <div role="alert" className={`${bare ? '' : 'card'} flex flex-col items-center px-6 py-10 text-center`}>
      {title && <h2 className="text-card">{title}</h2>}
      <p className="font-medium">{(isOffline(error) && offlineText()) || text}</p>
      <p className="mt-1 mb-4 max-w-sm wrap-anywhere text-soft">
        <Advice error={error} />
      </p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}

/** A failure inside the server shows the number by which it is found in the log. */
function Advice({ error }: { error: unknown }) {
  if (isOffline(error))
    return offlineText()
      ? 'It will appear when you’re back online.'
      : `We can’t reach ${site.productName}. Check your connection.`
  const number = findFaultId(error)
  if (!number) return null
  return (
    <>
      Something went wrong on our end. If it keeps happening, email{' '}
      <a
        className="font-semibold text-brand hover:underline"
        href={`mailto:${site.supportEmail}?subject=${encodeURIComponent(`Problem ${number}`)}`}
      >
        {site.supportEmail}
      </a>{' '}
      and include the number{' '}
      <span className="inline-block max-w-full align-top break-words">
        <span className="font-medium text-ink">{number}</span>.
      </span>
    </>
  )
}

type EmptyStateProps = {
  title: string
  text?: string
  illustration?: ReactNode
  action?: ReactNode
  /** What to do instead, below: people, groups. */
  suggestions?: ReactNode
}

/** Empty list: an illustration, a sentence, one action, and suggestions of a next step. */
export function EmptyState({ title, text, illustration, action, suggestions }: EmptyStateProps) {
  return (
    <div className="card flex flex-col items-center px-6 py-12 text-center [&>svg]:max-w-full">
      {illustration}
      <h2 className="mt-4 text-card">{title}</h2>
      {text && <p className="mt-1 max-w-sm text-soft">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
      {suggestions && <div className="mt-6 w-full text-left">{suggestions}</div>}
    </div>
  )
}
