import { ApiError } from './api.ts'
import { storedDraft } from './draft.ts'

/**
 * Attempts of a form whose outcome is not known: the key of each body, by its hash. Stored as the form's draft is, so that
 * a closed dialog and a reload keep the keys.
 */
type Attempts = Readonly<Record<string, string>>

const keyName = (form: string) => `attempts ${form}`

const readAttempts = (form: string): Attempts => JSON.parse(storedDraft.read(keyName(form)) ?? '{}') as Attempts
const storeAttempts = (form: string, attempts: Attempts) =>
  storedDraft.write(keyName(form), Object.keys(attempts).length > 0 ? JSON.stringify(attempts) : undefined)

/** The Idempotency-Key of a body: the same for the same body, until the form has succeeded or the body was refused. */
export function idempotencyKeyFor(form: string, body: unknown): string {
  const attempts = readAttempts(form)
  const hash = hashText(JSON.stringify(body))
  const key = attempts[hash] ?? crypto.randomUUID()
  const { [hash]: _again, ...earlier } = attempts
  storeAttempts(form, { ...earlier, [hash]: key }) // the last one stands last
  return key
}

/** Ends the attempts of a form that has succeeded. Returns whether another one may have arrived as well. */
export function finishAttempts(form: string): boolean {
  const count = Object.keys(readAttempts(form)).length
  storeAttempts(form, {})
  return count > 1
}

/** Ends the last attempt if it was refused, and so did not arrive. Of one without a reply that is not known. */
export function failAttempt(form: string, error: unknown): void {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (isRefused) storeAttempts(form, Object.fromEntries(Object.entries(readAttempts(form)).slice(0, -1)))
}

/** 53 bits of a text (cyrb53): enough to tell bodies of one form apart, without storing any of them. */
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
