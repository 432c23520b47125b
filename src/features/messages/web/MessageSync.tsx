import { useMessageSync } from './message-sync.ts'

/** Keeps all cached messages consistent with live events, and sends what the outbox holds. */
export default function MessageSync({ userId }: { userId: string }) {
  useMessageSync(userId)
  return null
}
