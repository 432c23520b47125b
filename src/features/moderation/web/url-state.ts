import { choiceParam, flagParam, itemParam, pageParam, textParam, valueParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { actionTypes } from '../contract.gen.ts'
import { reportStatuses } from '../report-contract.gen.ts'
import { contentTypes } from './labels.ts'

const reportsParams = {
  page: pageParam,
  search: textParam,
  status: choiceParam(reportStatuses, ''),
  view: choiceParam(['cases', 'table'], 'cases', 'view'),
  /** The open case: the id of its latest report. */
  report: itemParam,
}
export const useReportsView = () => useUrlState(reportsParams)

const historyParams = {
  page: pageParam,
  search: textParam,
  action: choiceParam(actionTypes, ''),
  /** Only actions on this user. */
  user: valueParam(),
  hidesReversed: flagParam({ name: 'reversed', text: 'no' }),
}
export const useHistoryView = () => useUrlState(historyParams)

const contentParams = {
  page: pageParam,
  search: textParam,
  type: choiceParam(
    contentTypes.map(([type]) => type),
    '',
  ),
}
export const useContentView = () => useUrlState(contentParams)
