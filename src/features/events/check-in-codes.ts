// The codes of a check-in, which the server and an organizer's device without a network compute alike.

/** A code is valid in its minute and in the next one. */
export const toMinute = (seconds: number): number => Math.floor(seconds / 60)

/** What the key of an attendee signs for a minute. */
export const codeMessage = (minute: number): string => `minute ${minute}`

/** Six digits from the first bytes of a signature. */
export function toDigits(signature: Uint8Array): string {
  const [a = 0, b = 0, c = 0, d = 0] = signature
  return String((a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) % 1_000_000).padStart(6, '0')
}

const qr = /^quad:([0-9a-f-]{36}):(\d{6})$/i
const digits = /^\d{3}\s?\d{3}$/

/** What an organizer scanned or typed: a QR code names the attendee, digits do not. Undefined when it is neither. */
export function parseCode(text: string): { readonly userId?: string; readonly digits: string } | undefined {
  const [, userId, scanned] = qr.exec(text.trim()) ?? []
  if (userId && scanned) return { userId: userId.toLowerCase(), digits: scanned }
  return digits.test(text.trim()) ? { digits: text.replaceAll(/\s/g, '') } : undefined
}

export const toQrText = (userId: string, code: string): string => `quad:${userId}:${code}`
