// Rules of table ownership, part of the boundary check: only its owner writes a table, and higher layers read it. Other
// accesses, and table names computed at run time, are listed with a reason in src/app/tables.ts.
import type { AccessException } from '../src/app/tables.ts'
import { listTableAccesses, type TableAccess } from './table-access.ts'

export type Ownership = {
  readonly tableOwners: Readonly<Record<string, string>>
  readonly accessExceptions: readonly AccessException[]
  readonly computedTableNames: Readonly<Record<string, string>>
}

type Source = { readonly file: string; readonly module: string; readonly text: string }

export type OwnershipReport = {
  readonly faults: string[]
  readonly accesses: number
  /** Accesses that the layers do not allow, listed or not. */
  readonly across: number
  readonly listed: number
}

/** `rank` orders modules by layer and throws for an unknown one. */
export function checkOwnership(
  sources: readonly Source[],
  { tableOwners, accessExceptions, computedTableNames }: Ownership,
  rank: (module: string) => number,
): OwnershipReport {
  const tables = new Set(Object.keys(tableOwners))
  const faults: string[] = []
  const used = new Set<string>()
  let accesses = 0
  let across = 0
  for (const owner of new Set(Object.values(tableOwners))) rank(owner)
  for (const { file, module, text } of sources) {
    for (const access of listTableAccesses(file, text, tables)) {
      accesses++
      if (access.table !== undefined && isAllowed(module, access.table, access.mode)) continue
      if (access.table !== undefined) across++
      const key = buildKey(file, access)
      if (isListed(key)) used.add(key)
      else faults.push(`${file}:${access.line} ${describeAccess(access)}`)
    }
  }
  for (const key of listKeys()) if (!used.has(key)) faults.push(`src/app/tables.ts lists ${key}, which does not occur`)
  return { faults, accesses, across, listed: [...used].filter((key) => !key.endsWith(computed)).length }

  function isAllowed(module: string, table: string, mode: TableAccess['mode']) {
    const owner = tableOwners[table] ?? ''
    return module === owner || (mode === 'reads' && rank(module) > rank(owner))
  }

  function describeAccess({ table, mode }: TableAccess) {
    if (table === undefined) return 'computes the name of a table: name it, or list the file in src/app/tables.ts'
    const rule = mode === 'writes' ? 'only its owner writes a table' : 'only higher layers read a table'
    return `${mode} ${table}, owned by ${tableOwners[table]}: ${rule}. Call a function of the owner`
  }

  function isListed(key: string) {
    return listKeys().includes(key)
  }

  function listKeys() {
    return [
      ...accessExceptions.flatMap(({ file, reads = [], writes = [] }) => [
        ...reads.map((table) => buildKey(file, { table, mode: 'reads' })),
        ...writes.map((table) => buildKey(file, { table, mode: 'writes' })),
      ]),
      ...Object.keys(computedTableNames).map((file) => buildKey(file, { table: undefined, mode: 'reads' })),
    ]
  }
}

const computed = ' computed names'

const buildKey = (file: string, { table, mode }: Pick<TableAccess, 'table' | 'mode'>) =>
  table === undefined ? `${file}${computed}` : `${file} ${mode} ${table}`
