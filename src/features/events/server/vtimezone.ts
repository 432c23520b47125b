import { TZDate } from '@date-fns/tz'

const dayMs = 86_400_000

/** A VTIMEZONE (RFC 5545) with the transitions of a zone in this span, which has to contain all times that refer to it. */
export function writeTimeZone(zone: string, from: Date, to: Date): string {
  const start = from.getTime() - dayMs
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...writeObservance(zone, start, findOffset(zone, start))]
  for (let time = start; time < to.getTime() + dayMs; time += dayMs) {
    const before = findOffset(zone, time)
    if (before !== findOffset(zone, time + dayMs))
      lines.push(...writeObservance(zone, findTransition(zone, time, time + dayMs), before))
  }
  return [...lines, 'END:VTIMEZONE', ''].join('\r\n')
}

/** Minutes ahead of UTC. */
const findOffset = (zone: string, ms: number) => -new TZDate(ms, zone).getTimezoneOffset()

/** The first millisecond of the later offset. */
function findTransition(zone: string, before: number, after: number): number {
  const offset = findOffset(zone, before)
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (findOffset(zone, middle) === offset) low = middle
    else high = middle
  }
  return high
}

function writeObservance(zone: string, ms: number, before: number): string[] {
  const offset = findOffset(zone, ms)
  const year = new Date(ms).getUTCFullYear()
  const standard = Math.min(findOffset(zone, Date.UTC(year, 0, 1)), findOffset(zone, Date.UTC(year, 6, 1)))
  const kind = offset > standard ? 'DAYLIGHT' : 'STANDARD'
  // Observances begin at the clock time before their change.
  const local = new Date(ms + before * 60_000).toISOString().slice(0, 19).replace(/[-:]/g, '')
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local}`,
    `TZOFFSETFROM:${formatOffset(before)}`,
    `TZOFFSETTO:${formatOffset(offset)}`,
    `END:${kind}`,
  ]
}

/** '+0530'. */
function formatOffset(minutes: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}${two(size % 60)}`
}
