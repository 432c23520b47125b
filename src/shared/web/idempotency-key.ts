import { isRefused } from './data/errors.ts'
import { storedDraft } from './draft.ts'

/**
 * Attempts of a form with unknown outcome: the key of each body, by its hash. Stored like the form's draft, so that the
 * keys survive a closed dialog and a reload.
 */
type Attempts = Readonly<Record<string, string>>

const keyName = (form: string) => `attempts ${form}`

const readAttempts = (form: string): Attempts => JSON.parse(storedDraft.read(keyName(form)) ?? '{}') as Attempts
const storeAttempts = (form: string, attempts: Attempts) =>
  storedDraft.write(keyName(form), Object.keys(attempts).length > 0 ? JSON.stringify(attempts) : undefined)

/**
 * The Idempotency-Key of a body: stays the same for the same body, until the form has succeeded or the body was
 * refused.
 */
export function idempotencyKeyFor(form: string, body: unknown): string {
  const attempts = readAttempts(form)
  const hash = hashText(JSON.stringify(body))
  const key = attempts[hash] ?? crypto.randomUUID()
  const { [hash]: _again, ...earlier } = attempts
  storeAttempts(form, { ...earlier, [hash]: key }) // the latest attempt is the last entry
  return key
}

/** Ends the attempts of a form that has succeeded. Returns true if another attempt may have arrived as well. */
export function finishAttempts(form: string): boolean {
  const count = Object.keys(readAttempts(form)).length
  storeAttempts(form, {})
  return count > 1
}

/** Ends the last attempt if it was refused, and so did not arrive. Without a reply, that is unknown. */
export function failAttempt(form: string, error: unknown): void {
  if (isRefused(error)) storeAttempts(form, Object.fromEntries(Object.entries(readAttempts(form)).slice(0, -1)))
}

/** A 53-bit hash of a text (cyrb53): enough to distinguish bodies of one form without storing them. */
function hashText(text: string): string {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 2654435761)
    high = Math.imul(high ^ code, 1597334677)
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return `h${(4294967296 * (2097151 & high) + (low >>> 0)).toString(36)}` // a letter first: objects sort keys that look like numbers
}
