import { type UrlState, useUrlState } from '../../../shared/web/url-state.ts'
import type { GroupCategory, GroupType } from '../contract.ts'
import { categories, types } from './labels.ts'

const known = <V extends string>(labels: readonly (readonly [V, string])[], value: string): V | '' =>
  labels.find(([one]) => one === value)?.[0] ?? ''

export type GroupsView = {
  readonly search: string
  readonly category: GroupCategory | ''
  readonly type: GroupType | ''
  /** Selects the list that a phone shows. */
  readonly tab: 'yours' | 'suggested'
  readonly isNarrowed: boolean
  readonly change: UrlState['change']
  readonly reset: () => void
}

/** Filters and the selected list, kept in the URL. */
export function useGroupsView(): GroupsView {
  const address = useUrlState()
  const category = known(categories, address.get('category'))
  const type = known(types, address.get('type'))
  const search = address.get('search')
  return {
    search,
    category,
    type,
    tab: address.get('tab') === 'suggested' ? 'suggested' : 'yours',
    isNarrowed: Boolean(search || category || type),
    change: address.change,
    reset: () => address.change({ search: '', category: '', type: '' }),
  }
}
