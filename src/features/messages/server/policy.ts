import { badRequest, forbidden } from '../../../shared/server/http/errors.ts'
import { isBlank } from '../contract.ts'

/** The same text in all cases, so that it does not reveal blocks or a deleted account. */
const refusal = 'You can’t send messages in this conversation.'

/** Throws 403 when a block in either direction exists, or the other account is deleted. */
export function assertOpen(conversation: { readonly is_open: boolean }): void {
  if (!conversation.is_open) throw forbidden(refusal)
}

/** Returns the text of a new or edited message. Throws 400 for a blank one. */
export function messageText(content: string | null | undefined): string {
  if (!content || isBlank(content)) throw badRequest('Write a message first', { content: 'Write a message first' })
  return content
}
