import type { App } from '../shared/server/services.ts'

/** Reads /metrics. The returned function gives the value of a sample, written as there; 0 for one that does not exist. */
export async function readMetrics({ http }: App): Promise<(sample: string) => number> {
  const { body } = await http.inject('/metrics')
  const values = new Map(
    body
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
  return (sample) => values.get(sample) ?? 0
}
