import { useUnread } from './chats.ts'

/** How many messages are unread, beside the word Messages; nothing when there are none. */
export function UnreadBadge({ className = '' }: { className?: string }) {
  const count = useUnread()
  if (count === 0) return null
  return (
    <span
      className={`inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-brick px-1.5 text-tiny font-semibold text-on-brick tabular-nums ${className}`}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}
