// Joins the lists that several cells reply with.
import type { ListAcrossCells } from '../../contract.ts'
import { comparePlaces } from '../auth/school-scope.ts'
import { compareNames } from '../db/name-order.ts'
import { badRequest } from '../http/errors.ts'

/** The places of the rows of a list, in their order. */
export type Places = {
  readonly places: readonly (readonly (string | number)[])[]
  /** By default newest first. */
  readonly order?: 'ascending' | 'descending' | 'names' | undefined
}

const placesKey = Symbol('places')

/** The reply, with what its rows are sorted by, for lists of several cells. It is not sent to clients. */
export const inOrder = <T extends object>(reply: T, { places, order }: Places): T => ({
  ...reply,
  [placesKey]: { places, order },
})

export const findPlaces = (reply: unknown): Places | undefined =>
  (reply as { readonly [placesKey]?: Places })[placesKey]

/** A reply, and the order of its rows. */
export type ListReply = { readonly reply: object; readonly order: Places | null }

type Page = { readonly page: number; readonly limit: number }
type MaybePage = Partial<Page> | undefined

const hasPages = (query: MaybePage): query is Page => query?.page !== undefined && query.limit !== undefined

/** Each cell reads as many rows as the page can need. */
const maxRows = 10_000

/** The query with which each cell reads a page of a list of several cells: everything up to its end. */
export function widen<Q>(query: Q): Q {
  if (!hasPages(query as MaybePage)) return query
  const { page, limit } = query as Page
  if (page * limit > maxRows) throw badRequest('This page is too far down. Use the search or a filter.')
  return { ...query, page: 1, limit: page * limit }
}

/** The page that the query asks for, of all rows in their order. */
export function mergeLists(
  { rows, totals, maxRows = Number.POSITIVE_INFINITY }: ListAcrossCells,
  query: MaybePage,
  lists: readonly ListReply[],
): object {
  const [skip, end] = hasPages(query) ? [(query.page - 1) * query.limit, query.page * query.limit] : [0, maxRows]
  const merged = mergeRows(
    lists.map(({ reply, order }) => toPlacedRows(get(reply, rows) as unknown[], order)),
    comparisons[lists[0]?.order?.order ?? 'descending'],
  )
  const counts = totals === undefined ? [] : lists.map(({ reply }) => get(reply, totals) as Totals)
  const joined = set(lists[0]?.reply ?? {}, rows, merged.slice(skip, end))
  const hasMore = merged.length > end || counts.some((counted) => counted.hasMore)
  return totals === undefined
    ? joined
    : set(joined, totals, { ...get(joined, totals), ...toTotals(query, counts, hasMore) })
}

type Place = readonly (string | number)[]
type Comparison = (one: Place, other: Place) => number

const comparisons = {
  ascending: comparePlaces,
  descending: (one, other) => comparePlaces(other, one),
  names: ([name, id], [nextName, nextId]) =>
    compareNames({ name: String(name), user_id: String(id) }, { name: String(nextName), user_id: String(nextId) }),
} satisfies Record<string, Comparison>

type PlacedRow = { readonly row: unknown; readonly place: Place }

function toPlacedRows(rows: readonly unknown[], order: Places | null): PlacedRow[] {
  const places = order?.places ?? []
  if (places.length !== rows.length) throw new Error('A list has not one place for each of its rows.')
  return rows.map((row, index) => ({ row, place: places[index] ?? [] }))
}

/**
 * Takes the first of the next rows of all lists, again and again. What comes first depends only on the beginnings of the lists, so the
 * pages of a list share no row and miss none, also if a database sorts a little differently.
 */
function mergeRows(lists: readonly (readonly PlacedRow[])[], compare: Comparison): unknown[] {
  const next = lists.map(() => 0)
  const merged: unknown[] = []
  for (;;) {
    let first: { readonly list: number; readonly row: PlacedRow } | undefined
    for (const [list, position] of next.entries()) {
      const row = lists[list]?.[position]
      if (row && (!first || compare(row.place, first.row.place) < 0)) first = { list, row }
    }
    if (!first) return merged
    merged.push(first.row.row)
    next[first.list] = (next[first.list] ?? 0) + 1
  }
}

/** What replies say about a list besides its rows. */
type Totals = {
  readonly total?: number
  readonly totalPages?: number
  readonly pages?: number
  readonly hasMore?: boolean
}

function toTotals(query: MaybePage, counts: readonly Totals[], hasMore: boolean): object {
  const total = counts.reduce((sum, counted) => sum + (counted.total ?? 0), 0)
  const { page, limit } = hasPages(query) ? query : { page: 1, limit: Number.POSITIVE_INFINITY }
  const totalPages = Math.max(1, Math.ceil(total / limit))
  const all = { page, limit, total, totalPages, pages: totalPages, hasMore }
  const names = Object.keys(all).filter((name) => name in (counts[0] ?? {})) as (keyof typeof all)[]
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}

const get = (object: object, path: string): object =>
  path.split('.').reduce((inner, name) => (inner as Record<string, object>)[name] ?? {}, object)

function set(object: object, path: string, value: object): object {
  const [name = '', ...rest] = path.split('.')
  const inner = (object as Record<string, object>)[name] ?? {}
  return { ...object, [name]: rest.length === 0 ? value : set(inner, rest.join('.'), value) }
}
