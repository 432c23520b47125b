import { choiceParam, textParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { groupCategories, groupTypes } from '../contract.gen.ts'

const params = {
  search: textParam,
  category: choiceParam(groupCategories, ''),
  type: choiceParam(groupTypes, ''),
  /** Selects the list that a phone shows. */
  tab: choiceParam(['yours', 'suggested'], 'yours', 'view'),
}

export type GroupsView = ReturnType<typeof useGroupsView>
export const useGroupsView = () => useUrlState(params)
