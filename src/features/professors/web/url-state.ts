import { useSearchParams } from 'react-router'
import { currentSearchParams } from '../../../shared/web/url-state.ts'
import { type Sort, sorts } from './labels.ts'

export const bounds = {
  min: ['1', '2', '3', '4', '4.5'],
  max: ['2', '3', '4', '5'],
} as const

export type Narrow = {
  readonly department: string
  readonly search: string
  readonly sort: Sort
  readonly order: 'asc' | 'desc'
  readonly minRating: string
  readonly maxRating: string
  readonly minDifficulty: string
  readonly maxDifficulty: string
  /** Only professors with ratings. */
  readonly reviewed: boolean
  /** Only professors that at least half would take again. */
  readonly again: boolean
}
export type ProfessorsView = ReturnType<typeof useProfessorsView>

const untouched: Narrow = {
  department: '',
  search: '',
  sort: 'rating',
  order: 'desc',
  minRating: '',
  maxRating: '',
  minDifficulty: '',
  maxDifficulty: '',
  reviewed: false,
  again: false,
}

/** Initial direction of a sort order. */
export const firstOrder = (sort: Sort) => (sort === 'name' ? 'asc' : 'desc')

function read(address: URLSearchParams): Narrow {
  const sort = sorts.find(([value]) => value === address.get('sort'))?.[0] ?? 'rating'
  const order = address.get('order')
  const bound = (name: string, known: readonly string[]) => known.find((value) => value === address.get(name)) ?? ''
  return {
    department: address.get('department') ?? '',
    search: address.get('search') ?? '',
    sort,
    order: order === 'asc' || order === 'desc' ? order : firstOrder(sort),
    minRating: bound('minRating', bounds.min),
    maxRating: bound('maxRating', bounds.max),
    minDifficulty: bound('minDifficulty', bounds.min),
    maxDifficulty: bound('maxDifficulty', bounds.max),
    reviewed: address.get('reviewed') === 'true',
    again: address.get('again') === 'true',
  }
}

function write({ sort, order, ...rest }: Narrow): Record<string, string> {
  const told = Object.entries(rest).filter(([, value]) => value !== '' && value !== false)
  return {
    ...Object.fromEntries(told.map(([name, value]) => [name, String(value)])),
    ...(sort === 'rating' ? {} : { sort }),
    ...(order === firstOrder(sort) ? {} : { order }),
  }
}

/** State of the list in the URL, so that it can be shared and supports the back button. */
export function useProfessorsView() {
  const [address, setAddress] = useSearchParams()
  const narrow = read(address)
  const { minRating, maxRating, minDifficulty, maxDifficulty, reviewed, again, department, search } = narrow
  const inPanel = [minRating, maxRating, minDifficulty, maxDifficulty, reviewed, again].filter(Boolean).length
  const set = (next: Narrow) => setAddress(write(next), { replace: true, preventScrollReset: true })
  return {
    ...narrow,
    /** Number of filters set in the panel. */
    inPanel,
    isNarrowed: inPanel > 0 || department !== '' || search !== '',
    change: (to: Partial<Narrow>) => set({ ...read(currentSearchParams()), ...to }),
    /** Clears all filters and the search but keeps the sort order. */
    reset() {
      const { sort, order } = read(currentSearchParams())
      set({ ...untouched, sort, order })
    },
  }
}
