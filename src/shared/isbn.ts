/** The 13 digits of an ISBN with 10 or 13, or undefined if its length or its check digit is wrong. */
export function parseIsbn(text: string): string | undefined {
  const digits = text.replace(/[\s‐–-]/g, '').toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) return digits.endsWith(checkDigit(digits)) ? digits : undefined
  if (!/^\d{9}[\dX]$/.test(digits)) return undefined
  const sum = [...digits].reduce(
    (total, digit, index) => total + (10 - index) * (digit === 'X' ? 10 : Number(digit)),
    0,
  )
  const long = `978${digits.slice(0, 9)}`
  return sum % 11 === 0 ? long + checkDigit(long) : undefined
}

/** The last of the 13 digits, which follows from the others. */
function checkDigit(digits: string): string {
  const sum = [...digits.slice(0, 12)].reduce(
    (total, digit, index) => total + (index % 2 === 0 ? 1 : 3) * Number(digit),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}
