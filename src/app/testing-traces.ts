import { createHash } from 'node:crypto'
import type { House } from '../shared/server/house.ts'
import type { TestPerson } from './testing.ts'

/** A person as they may stand in a row or a line: plain, as bytes, and hashed without a key. */
export function tracesOf({ id, name, email }: TestPerson): string[] {
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
    [id, name, email].flatMap((value) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) => createHash(algorithm).update(value).digest(encoding)),
    ),
  )
  const bytes = [id, name, email].map((value) => Buffer.from(value).toString('hex'))
  return [id, id.replaceAll('-', ''), name, email, ...bytes, ...hashes]
}
export const holds = (text: string, words: readonly string[]) => words.some((word) => text.includes(word))

/** All that the house logs from now on, instead of standard output. */
export function linesOf({ http }: House): string[] {
  const lines: string[] = []
  const log = http.log as unknown as Record<symbol, { write(line: string): boolean }>
  const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream')
  Object.assign(log[stream as symbol] ?? {}, { write: (line: string) => lines.push(line) > 0 })
  return lines
}
