import { shareKinds } from '../../../shared/share-kinds.ts'
import type { UrlParam } from '../../../shared/web/url-params.ts'
import type { Message } from '../contract.ts'
import { toFileFallback, voiceFallback } from '../file-fallback.ts'
import { shareFallbacks } from '../share-contract.gen.ts'
import type { ShareReference } from '../share-contract.ts'
import { listPictures } from './message-pictures.ts'

/** Whether a message has no text beside its card, its pictures and files, or its voice note. */
export function isFallback(message: Message): boolean {
  const { share, attachments, voice, content } = message
  if (voice) return content === voiceFallback
  const pictures = listPictures(message).length
  const names = attachments.map(({ name }) => name)
  if (pictures + names.length > 0) return content === toFileFallback(names, pictures)
  return share !== null && content === shareFallbacks[share.kind]
}

/** The item that the viewer chooses a conversation for: `post.<id>`. */
export const shareParam: UrlParam<ShareReference | undefined> = {
  kind: 'item',
  empty: undefined,
  parse(text) {
    const [name, id = ''] = text.split('.')
    const kind = shareKinds.find((known) => known === name)
    return kind && /^[0-9a-f-]{36}$/i.test(id) ? { kind, id } : undefined
  },
  format: (share) => (share ? `${share.kind}.${share.id}` : ''),
}
