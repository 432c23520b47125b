import { plural } from '../../shared/plural.ts'

const hour = 60
const day = 24 * hour

/** '10 minutes', '1 hour', '2 days'. */
export function formatMinutes(minutes: number): string {
  if (minutes % day === 0) return plural(minutes / day, 'day')
  return minutes % hour === 0 ? plural(minutes / hour, 'hour') : plural(minutes, 'minute')
}
