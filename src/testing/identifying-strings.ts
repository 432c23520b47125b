import { createHash } from 'node:crypto'
import type { TestUser } from './factories/users.ts'

/** Lists the forms in which a user could appear in a row or a log line: plain, as bytes, and hashed without a key. */
export function identifyingStrings({ id, name, email }: TestUser): string[] {
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
    [id, name, email].flatMap((value) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) => createHash(algorithm).update(value).digest(encoding)),
    ),
  )
  const bytes = [id, name, email].map((value) => Buffer.from(value).toString('hex'))
  return [id, id.replaceAll('-', ''), name, email, ...bytes, ...hashes]
}
export const containsAny = (text: string, words: readonly string[]) => words.some((word) => text.includes(word))
