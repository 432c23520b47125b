import { shareKinds } from '../../../shared/share-kinds.ts'
import type { UrlParam } from '../../../shared/web/url-params.ts'
import type { Message } from '../contract.ts'
import { toFileFallback, voiceFallback } from '../file-fallback.ts'
import { shareFallbacks } from '../share-contract.gen.ts'
import type { ShareReference } from '../share-contract.ts'

/** Whether a message has no text beside its card, its files or its voice note. */
export function isFallback({ share, attachments, voice, content }: Message): boolean {
  if (voice) return content === voiceFallback
  if (attachments.length > 0) return content === toFileFallback(attachments.map(({ name }) => name))
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
