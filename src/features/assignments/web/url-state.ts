import { choiceParam, itemParam, textParam, type UrlValues } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { assignmentFilters, assignmentSorts, subjects } from '../contract.gen.ts'

const params = {
  filter: choiceParam(assignmentFilters, 'all'),
  sort: choiceParam(assignmentSorts, 'newest', 'setting'),
  subject: choiceParam(subjects, ''),
  search: textParam,
  question: itemParam,
  answer: itemParam,
  /** Whether the leaderboard is open. */
  board: itemParam,
}

export type Narrow = Pick<UrlValues<typeof params>, 'filter' | 'sort' | 'subject' | 'search'>
export type HelpView = ReturnType<typeof useHelpView>
export const useHelpView = () => useUrlState(params)
