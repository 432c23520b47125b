import type { Anonymity, SealedItem } from '../crypto/anonymity.ts'
import type { SealedNotice } from '../crypto/sealed-inbox.ts'
import type { SecretBox } from '../crypto/secret-box.ts'

/**
 * Payload of a delayed notice for the author of an item. Encrypted: it names the item, next to the transaction of the
 * user who caused it.
 */
export type SealedPayload = { readonly happening: SealedNotice; readonly item: SealedItem; readonly seal: string }

const noticeContext = 'waiting notice'
export const sealedNoticeBox = (anonymity: Anonymity): SecretBox => anonymity.box(noticeContext, 1024)
export const parseNotice = (box: SecretBox, text: string) =>
  JSON.parse(box.decrypt(Buffer.from(text, 'base64'), noticeContext)) as SealedPayload
export const sealNotice = (box: SecretBox, payload: SealedPayload) =>
  box.encrypt(JSON.stringify(payload), noticeContext).toString('base64')
