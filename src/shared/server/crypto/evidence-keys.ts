import { randomBytes } from 'node:crypto'
import type { ArchiveKeys } from './encrypted-files.ts'
import { deriveBoxKeys, openSecretBox } from './secret-box.ts'

/** A file that is kept as evidence: its school and name. */
export type EvidenceFile = { readonly schoolId: string; readonly name: string }

const keyBytes = 32
const toContext = ({ schoolId, name }: EvidenceFile) => `evidence ${schoolId} ${name}`

/** The keys of evidence, one per file, wrapped by the secret keys. For the key process and commands. Secret keys newest first. */
export function openEvidenceKeys(secretKeys: readonly string[]) {
  const box = openSecretBox(deriveBoxKeys(secretKeys, 'evidence'), 64)
  const open = (wrapped: Buffer, file: EvidenceFile) => Buffer.from(box.decrypt(wrapped, toContext(file)), 'base64')
  const wrap = (key: Buffer, file: EvidenceFile) => box.encrypt(key.toString('base64'), toContext(file))
  return {
    create(file: EvidenceFile): { readonly key: Buffer; readonly wrapped: Buffer } {
      const key = randomBytes(keyBytes)
      return { key, wrapped: wrap(key, file) }
    },
    /** Throws for a key of another file, and for one that none of the secret keys wrapped. */
    open,
    rewrap: (wrapped: Buffer, file: EvidenceFile) => wrap(open(wrapped, file), file),
  }
}

/** The key of one file, for the functions that encrypt and decrypt archives. */
export const toFileKeys = (key: Buffer): Pick<ArchiveKeys, 'create' | 'find'> => ({
  create: async () => ({ id: Buffer.alloc(8), key }),
  find: async () => key,
})
