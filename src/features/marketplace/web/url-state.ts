import {
  amountParam,
  choiceParam,
  flagParam,
  itemParam,
  textParam,
  type UrlValues,
} from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { categories, conditions, sorts } from '../contract.gen.ts'

const params = {
  category: choiceParam(categories, ''),
  condition: choiceParam(conditions, ''),
  sort: choiceParam(sorts, 'newest', 'setting'),
  search: textParam,
  min: amountParam,
  max: amountParam,
  /** Only the viewer's favorites. */
  favorites: flagParam({ kind: 'view', name: 'view', text: 'favorites' }),
  listing: itemParam,
}

export type Narrow = Omit<UrlValues<typeof params>, 'listing'>
export type MarketView = ReturnType<typeof useMarketView>
export const useMarketView = () => useUrlState(params)
