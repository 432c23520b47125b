import { parseIsbn } from '../../../shared/isbn.ts'
import {
  amountParam,
  choiceParam,
  itemParam,
  tabParam,
  textParam,
  type UrlValues,
} from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { categories, conditions, kinds, sorts } from '../contract.gen.ts'
import { ownTabs } from './labels.ts'

const isbnParam = { ...textParam, parse: (text: string) => parseIsbn(text) ?? '' }

const params = {
  category: choiceParam(categories, ''),
  condition: choiceParam(conditions, ''),
  kind: choiceParam(kinds, ''),
  isbn: isbnParam,
  sort: choiceParam(sorts, 'newest', 'setting'),
  search: textParam,
  min: amountParam,
  max: amountParam,
  /** Only the viewer's favorites, or own listings; or the saved searches. */
  show: { ...choiceParam(['favorites', 'own', 'searches'], '', 'view'), name: 'view' },
  /** Of the own listings. */
  tab: tabParam(ownTabs),
  listing: itemParam,
}

export type Narrow = Omit<UrlValues<typeof params>, 'listing'>
export type MarketView = ReturnType<typeof useMarketView>
export const useMarketView = () => useUrlState(params)
