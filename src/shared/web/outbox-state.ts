import type { OutboxItem } from './outbox-item.ts'
import { findItemState } from './outbox-items.ts'

/** What the user reads about an item. */
export function describeState(item: OutboxItem): string {
  const state = findItemState(item)
  if (state === 'refused') return `Not sent: ${item.refusal?.message}`
  if (state === 'old') return 'This is older than a day. Send it now?'
  return state === 'sending' ? 'Sending' : 'Waiting for a connection'
}
