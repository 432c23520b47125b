import { useUnread } from './unread.ts'

/**
 * The number of unread messages, right after the label Messages ('Messages, 6 unread'). Renders nothing when it is 0.
 */
export function UnreadBadge({ className = '' }: { className?: string }) {
  const count = useUnread()
  if (count === 0) return null
  return (
    <span
      className={`inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-brick px-1.5 text-tiny font-semibold text-on-brick tabular-nums ${className}`}
    >
      <span className="sr-only">, </span>
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}
