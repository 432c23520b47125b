import { badRequest, forbidden } from '../../../shared/server/http/errors.ts'
import { isBlank } from '../contract.ts'

/** The words for a message that can't be delivered: the same whoever has blocked whom, or is gone. */
const refusal = 'You can’t send messages in this conversation.'

/** Refuses writing to somebody with a block in between, whichever way, or whose account is gone. */
export function assertOpen(conversation: { readonly is_open: boolean }): void {
  if (!conversation.is_open) throw forbidden(refusal)
}

/** The text of a message or of a change to one. Throws 400 for a blank one. */
export function messageText(content: string | null | undefined): string {
  if (!content || isBlank(content)) throw badRequest('Message cannot be empty', { content: 'Message cannot be empty' })
  return content
}
