const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Formats the age of a timestamp (seconds since 1970) in full words: '5 minutes ago'. */
export function formatAge(seconds: number, now = Date.now() / 1000): string {
  const age = now - seconds
  const [unit, size] = units.find(([, length]) => age >= length) ?? ['minute', Number.POSITIVE_INFINITY]
  return Number.isFinite(size) ? words.format(-Math.floor(age / size), unit) : 'just now'
}
