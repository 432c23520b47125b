import { choiceParam, textParam, type UrlValues } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { categories } from '../contract.gen.ts'
import { sorts } from './labels.ts'

const params = {
  sort: choiceParam(
    sorts.map(([value]) => value),
    'newest',
    'setting',
  ),
  category: choiceParam(categories, ''),
  search: textParam,
}

export type ConfessionsUrlState = UrlValues<typeof params>
export type ConfessionsView = ReturnType<typeof useConfessionsView>
export const useConfessionsView = () => useUrlState(params)
