import type { TransparencyReport } from '../contract.ts'

/** Formats a quarter as CSV, a number per line. The names and values are our own: none can be a formula. */
export function toCsv({ period, numbers }: TransparencyReport): string {
  const lines: (readonly [string, string, string | number])[] = []
  for (const [metric, value] of Object.entries(numbers ?? {})) {
    if (Array.isArray(value)) lines.push(...value.map(({ name, count }) => [metric, name, count] as const))
    else if (typeof value === 'object' && value !== null)
      lines.push(...Object.entries(value).map(([name, hours]) => [metric, name, hours] as const))
    else lines.push([metric, '', value ?? ''])
  }
  return ['period,metric,name,value', ...lines.map((line) => [period, ...line].join(','))].join('\r\n').concat('\r\n')
}
