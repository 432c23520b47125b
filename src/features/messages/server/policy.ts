import { badRequest, forbidden } from '../../../shared/server/http/errors.ts'
import { isBlank } from '../blank.ts'
import type { Conversation } from '../conversation-contract.ts'
import { toFileFallback, voiceFallback } from '../file-fallback.ts'
import { shareFallbacks } from '../share-contract.ts'
import type { MessageRow, MessageWithMedia } from './message-queries.ts'
import type { ConversationRow } from './queries.ts'

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

/** Whether the sender can edit a message: it has a text of its own. */
export function isEditable(
  { type, content, share_kind }: Pick<MessageRow, 'type' | 'content' | 'share_kind'>,
  { files = [], voice }: Pick<MessageWithMedia, 'files' | 'voice'>,
): boolean {
  if (type === 'image' || (voice && content === voiceFallback)) return false
  if (share_kind !== null && content === shareFallbacks[share_kind]) return false
  return files.length === 0 || content !== toFileFallback(files.map(({ name }) => name))
}

/** Whether participants can report it: of the lines about participants, only one that has set a picture. */
export const isReportable = ({ system_kind }: Pick<MessageRow, 'system_kind'>): boolean =>
  system_kind === null || system_kind === 'pictured'

/** Whether the viewer names a conversation of several. */
export const canRename = (
  { kind, owner_id, renamed_by, my_state }: Pick<ConversationRow, 'kind' | 'owner_id' | 'renamed_by' | 'my_state'>,
  viewerId: string,
): boolean => kind === 'several' && my_state === 'open' && (owner_id === viewerId || renamed_by === 'everyone')

type Managed = {
  readonly kind: Conversation['kind']
  readonly owner_id: string | null
  readonly is_open: boolean
  readonly can_pin: boolean
}

/** Whether the viewer decides when messages disappear. Conversations about listings keep theirs. */
export function canSetVanishing({ kind, owner_id, is_open, can_pin }: Managed, viewerId: string): boolean {
  if (kind === 'direct') return is_open
  if (kind === 'several') return owner_id === viewerId
  return kind === 'group' && can_pin
}

const oneEmoji = /^\p{RGI_Emoji}$/v

/** Throws 400 unless the text is one emoji that Unicode recommends for interchange. */
export function assertEmoji(text: string): void {
  if (!oneEmoji.test(text)) throw badRequest('Choose one emoji')
}
