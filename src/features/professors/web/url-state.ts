import { choiceParam, flagParam, textParam, type UrlValues, valueParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { professorSorts } from '../contract.gen.ts'
import { type ReviewSort, reviewSorts, type Sort } from './labels.ts'

export const bounds = {
  min: ['1', '2', '3', '4', '4.5'],
  max: ['2', '3', '4', '5'],
} as const

const panelParams = {
  minRating: choiceParam(bounds.min, ''),
  maxRating: choiceParam(bounds.max, ''),
  minDifficulty: choiceParam(bounds.min, ''),
  maxDifficulty: choiceParam(bounds.max, ''),
  /** Only professors with ratings. */
  reviewed: flagParam(),
  /** Only professors that at least half would take again. */
  again: flagParam(),
}
const params = {
  ...panelParams,
  department: valueParam(),
  search: textParam,
  sort: choiceParam(professorSorts, 'rating', 'view'),
  order: choiceParam(['asc', 'desc'], '', 'view'),
}

type Values = UrlValues<typeof params>
export type Narrow = Omit<Values, 'order'> & { readonly order: 'asc' | 'desc' }
export type ProfessorsView = ReturnType<typeof useProfessorsView>

/** Initial direction of a sort order. It is not written to the URL. */
export const firstOrder = (sort: Sort) => (sort === 'name' ? 'asc' : 'desc')

export function useProfessorsView() {
  const url = useUrlState(params)
  const { sort } = url
  const order = url.order || firstOrder(sort)
  return {
    ...url,
    order,
    /** Number of filters set in the panel. */
    inPanel: Object.keys(panelParams).filter((name) => url[name as keyof typeof panelParams]).length,
    change: (to: Partial<Narrow>) => {
      const next = { sort, order, ...to }
      url.change({ ...to, order: next.order === firstOrder(next.sort) ? '' : next.order })
    },
  }
}

const reviewsParams = {
  sort: choiceParam(
    reviewSorts.map(([value]): ReviewSort => value),
    'created_at desc',
    'view',
  ),
  course: valueParam(),
}
export const useReviewsView = () => useUrlState(reviewsParams)
