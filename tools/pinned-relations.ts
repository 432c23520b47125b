// Finds out which relations of a plan have rows of one school only.
import { type PartitionedTables, toRemainder } from './school-partitions.ts'

export type PlanNode = {
  readonly 'Node Type': string
  readonly Operation?: string
  readonly 'Relation Name'?: string
  readonly Schema?: string
  readonly Alias?: string
  readonly 'CTE Name'?: string
  readonly 'Subplan Name'?: string
  readonly Output?: readonly string[]
  readonly 'Parent Relationship'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

export const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]
export const isConstant = (expression: string) => /^'[0-9a-f-]{36}'::uuid$/.test(expression)

/** The partitions that a plan reads in one place. */
type Place = { readonly table: string; readonly scans: readonly PlanNode[] }

/**
 * Returns the tables of which rows of several schools are read, or of another school than other tables. One partition is one school;
 * `inserted` are those of inserted rows. Several are planned where a subquery takes the school from the row that it belongs to; they are
 * one school at run time if that row is of one.
 */
export function findUnpinned(
  roots: readonly PlanNode[],
  tables: PartitionedTables,
  inserted: readonly string[],
): string[] {
  const nodes = roots.flatMap(flatten)
  const places = roots.flatMap((root) => findPlaces(root, tables))
  const aliases = new Set<string>()
  for (const node of nodes)
    if (node['Relation Name'] === 'schools' && findEqual(node, 'id').some(isConstant)) aliases.add(node.Alias ?? '')
  const single = places.filter((place) => countPartitions(place) === 1)
  for (const { scans } of single) addAlias(aliases, scans[0])
  for (const node of nodes)
    if (node.Operation !== undefined && tables.columns.has(node['Relation Name'] ?? '')) addAlias(aliases, node)
  let open = places.filter((place) => countPartitions(place) > 1)
  for (let before = -1; before !== aliases.size; ) {
    before = aliases.size
    for (const node of nodes) if (isDerivedFromPinned(node, nodes, aliases)) addAlias(aliases, node)
    open = open.filter(({ scans }) => {
      const isPinned = scans.every((scan) => findEqual(scan, 'school_id').some((school) => isOfPinned(school, aliases)))
      if (isPinned) for (const scan of scans) addAlias(aliases, scan)
      return !isPinned
    })
  }
  const remainders = single.map(({ scans }) => toRemainder(scans[0]?.['Relation Name'] ?? ''))
  const ofOthers = new Set([...remainders, ...inserted]).size > 1 ? single.map(({ table }) => table) : []
  return [...new Set([...open.map(({ table }) => table), ...ofOthers])]
}

const countPartitions = ({ scans }: Place) => new Set(scans.map((scan) => scan['Relation Name'])).size

function findPlaces(node: PlanNode, tables: PartitionedTables): Place[] {
  const children = node.Plans ?? []
  const isAppend = /Append$/.test(node['Node Type'])
  const scans = (isAppend ? children : []).flatMap((child) => findScan(child, tables))
  const below = children.filter((child) => !isAppend || !findScan(child, tables).length)
  const places = below.flatMap((child) => findPlaces(child, tables))
  // Those with a constant school are parts of a union; the others are the partitions of one relation.
  const toPlace = (scan: PlanNode) => findEqual(scan, 'school_id').find(isConstant) ?? ''
  const toTable = (scan: PlanNode) => tables.partitions.get(scan['Relation Name'] ?? '') ?? ''
  for (const group of Map.groupBy(scans, (scan) => `${toTable(scan)} ${toPlace(scan)}`).values())
    places.push({ table: group.map(toTable)[0] ?? '', scans: group })
  const own = tables.partitions.get(node['Relation Name'] ?? '')
  if (own && node.Operation === undefined) places.push({ table: own, scans: [node] })
  // Of the scans of an Append, what is below them: subqueries in their conditions.
  for (const scan of scans) places.push(...(scan.Plans ?? []).flatMap((child) => findPlaces(child, tables)))
  return places
}

/** The scan of a partition, also below the sort or limit that an Append has for each of its partitions. */
function findScan(node: PlanNode, tables: PartitionedTables): PlanNode[] {
  if (tables.partitions.has(node['Relation Name'] ?? '') && node.Operation === undefined) return [node]
  const [only, ...others] = node.Plans ?? []
  return only && others.length === 0 && /^(Sort|Incremental Sort|Limit|Result)$/.test(node['Node Type'])
    ? findScan(only, tables)
    : []
}

/** The scans of the partitions of `t` are named `t_1`, `t_2`, …; the nodes above them say `t`. */
function addAlias(aliases: Set<string>, node: PlanNode | undefined) {
  const alias = node?.Alias ?? ''
  aliases.add(alias)
  aliases.add(alias.replace(/_\d+$/, ''))
}

const isOfPinned = (expression: string, aliases: ReadonlySet<string>) => {
  const [, alias = '', column = ''] = /^(.+)\.(\w+)$/.exec(expression) ?? []
  return isConstant(expression) || (/^(school_id|id)$/.test(column) && aliases.has(alias.replaceAll('"', '')))
}

/** A subquery or CTE whose school is a constant or comes from a pinned relation. */
function isDerivedFromPinned(node: PlanNode, nodes: readonly PlanNode[], aliases: ReadonlySet<string>): boolean {
  const source =
    node['Node Type'] === 'CTE Scan'
      ? nodes.find((other) => other['Subplan Name'] === `CTE ${node['CTE Name']}`)
      : node['Node Type'] === 'Subquery Scan'
        ? node.Plans?.[0]
        : undefined
  const schools =
    source?.Output?.filter((expression) => /\.school_id$/.test(expression) || isConstant(expression)) ?? []
  return schools.length > 0 && schools.every((school) => isOfPinned(school, aliases))
}

/** What the scanned column must equal, by each condition of a scan. */
function findEqual(scan: PlanNode, column: string): string[] {
  const indexes = (scan.Plans ?? []).filter((child) => child['Node Type'] === 'Bitmap Index Scan')
  const conditions = [scan, ...indexes].flatMap((node) => [node['Index Cond'], node['Recheck Cond'], node.Filter])
  const own = `${scan.Alias}.${column}`
  return conditions.flatMap((condition) =>
    splitAnd(condition ?? '').flatMap((part) => {
      const [left = '', right = ''] = part.split(' = ')
      if (left.replaceAll('"', '') === own || left === column) return [right]
      return right.replaceAll('"', '') === own ? [left] : []
    }),
  )
}

/** The parts of 'a AND b AND (c OR d)' without their parentheses. */
function splitAnd(condition: string): string[] {
  const parts: string[] = []
  let [depth, start] = [0, 0]
  const text = stripParentheses(condition)
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') depth++
    if (text[index] === ')') depth--
    if (depth === 0 && text.startsWith(' AND ', index)) {
      parts.push(text.slice(start, index))
      start = index + ' AND '.length
    }
  }
  parts.push(text.slice(start))
  return parts.map(stripParentheses)
}

function stripParentheses(text: string): string {
  if (!text.startsWith('(')) return text
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') depth++
    if (text[index] === ')' && --depth === 0 && index < text.length - 1) return text
  }
  return stripParentheses(text.slice(1, -1))
}
