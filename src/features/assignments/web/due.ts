const two = (part: number) => String(part).padStart(2, '0')

/** A date as the value of a date input, in the viewer's time zone. */
export const toDayInput = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

const sunday = 7

/** The days that the form offers. "This week" ends on Sunday. */
export function listDueDays(now = new Date()): readonly (readonly [day: string, label: string])[] {
  const inDays = (days: number) => toDayInput(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))
  const today = now.getDay() || sunday
  const days = [
    ['', 'No date'],
    [inDays(0), 'Today'],
    [inDays(1), 'Tomorrow'],
    ...(sunday - today > 1 ? [[inDays(sunday - today), 'This week'] as const] : []), // else it is today or tomorrow
  ] as const
  return days
}
