import type { Anonymity, SealedItem } from '../../../shared/server/crypto/anonymity.ts'
import { KeysUnavailableError } from '../../../shared/server/keys/client.ts'

/**
 * Whether the viewer wrote a sealed item. False for a seal that no key opens. Throws when the key process does not answer:
 * an author must not decide about the own item meanwhile.
 */
export const isOwnSeal = (
  anonymity: Pick<Anonymity, 'isSealedBy'>,
  viewer: { readonly id: string },
  seal: Buffer,
  item: SealedItem,
): Promise<boolean> =>
  anonymity.isSealedBy(viewer, seal, item).catch((error: unknown) => {
    if (error instanceof KeysUnavailableError) throw error
    return false
  })
