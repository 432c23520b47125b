import { z } from 'zod'

/** The other complete installations that share this site with ours, each with some of its schools (decision 0188). */
export type CellsConfig = {
  /** The name of our own cell. */
  readonly own: string
  /** Where servers of each cell reach each other, by its name. */
  readonly addresses: ReadonlyMap<string, string>
  /** What servers prove to each other with. */
  readonly secret: string
  /** Milliseconds for which a server trusts its lists of schools. A request for a school that they lack waits for the next ones. */
  readonly freshMs: number
  /** Milliseconds for which a server waits for the reply to a request that it forwards, unless that has files. */
  readonly replyMs: number
}

const freshMs = 500
/** Longer than a statement may take. */
const replyMs = 30_000

const cellName = /^[a-z0-9][a-z0-9-]{0,30}$/

/** The address of an entry like `north=http://10.0.0.1:3000`. */
const addressPattern = /^https?:\/\/[^\s/?#@]+$/

export const cellVariables = {
  CELL: z.string().regex(cellName, 'must be the name of this cell, such as north').optional(),
  CELLS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .transform((list) => list.map((entry) => entry.split('=', 2) as [string, string?]))
    .refine(
      (list) => list.every(([name, address = '']) => cellName.test(name) && addressPattern.test(address)),
      'must be the cells with an address for each, like north=http://10.0.0.1:3000 south=http://10.0.1.1:3000',
    ),
  CELLS_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters, for example from: openssl rand -base64 48')
    .optional(),
}

type CellVariables = z.output<z.ZodObject<typeof cellVariables>>

/** Adds what is wrong to `faults`. Undefined where the site is one installation. */
export function toCellsConfig(env: CellVariables, faults: string[]): CellsConfig | undefined {
  const { CELL: own, CELLS: entries, CELLS_SECRET: secret } = env
  if (own === undefined && entries.length === 0 && secret === undefined) return undefined
  const addresses = new Map(entries.map(([name, address = '']) => [name, address]))
  if (!own || entries.length === 0 || !secret) faults.push('CELL, CELLS and CELLS_SECRET go together.')
  else if (!addresses.has(own)) faults.push(`CELLS does not list ${own}, which CELL names.`)
  if (addresses.size < entries.length) faults.push('CELLS lists a cell twice.')
  return { own: own ?? '', addresses, secret: secret ?? '', freshMs, replyMs }
}
