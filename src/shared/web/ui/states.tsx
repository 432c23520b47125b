import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

/** A grey shape that stands where something will be. */
export const Skeleton = ({ className }: { className: string }) => (
  <span
    aria-hidden
    className={`block animate-[breathe_1.4s_ease-in-out_infinite] rounded-control bg-line/70 ${className}`}
  />
)

/** Something failed to load: what, and another try. */
export function Problem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert" className="card px-6 py-10 text-center">
      <p className="mb-4 font-medium">{text}</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}

/** Nothing here yet: a drawing, a sentence, one thing to do. */
export function Empty({
  title,
  text,
  drawing,
  action,
}: {
  title: string
  text?: string
  drawing?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="card flex flex-col items-center px-6 py-12 text-center">
      {drawing}
      <h2 className="mt-4 text-card">{title}</h2>
      {text && <p className="mt-1 max-w-sm text-soft">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
