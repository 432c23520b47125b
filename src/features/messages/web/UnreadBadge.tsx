import { CountBadge } from '../../../shared/web/ui/CountBadge.tsx'
import { useUnread } from './unread.ts'

/**
 * The number of unread messages, right after the label Messages ('Messages, 6 unread'). Renders nothing when it is 0.
 */
export function UnreadBadge({ className = '' }: { className?: string }) {
  const count = useUnread()
  if (count === 0) return null
  return <CountBadge count={count} className={className} before=", " after=" unread" />
}
