import type { App } from '../shared/server/services.ts'

/** Collects the log lines of the app from now on, instead of writing them to standard output. */
export function captureLog({ http }: App): string[] {
  const lines: string[] = []
  const log = http.log as unknown as Record<symbol, { write(line: string): boolean }>
  const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream')
  Object.assign(log[stream as symbol] ?? {}, { write: (line: string) => lines.push(line) > 0 })
  return lines
}
