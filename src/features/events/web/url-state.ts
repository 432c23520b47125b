import { choiceParam, itemParam, textParam, type UrlParam, type UrlValues } from '../../../shared/web/url-params.ts'
import { type HistoryOptions, useUrlState } from '../../../shared/web/url-state.ts'
import { eventFilters } from '../contract.gen.ts'
import { readDay, readMonth } from './month.ts'
import { toDayKey, useZone } from './school-time.ts'

const dayParam: UrlParam<string | undefined> = {
  kind: 'setting',
  empty: undefined,
  parse: readDay,
  format: (day) => day ?? '',
}
/** Written only where it is not the month of the chosen day, or of today. */
const monthParam: UrlParam<string | undefined> = { ...dayParam, kind: 'view', parse: readMonth }

const params = {
  filter: choiceParam(eventFilters, 'all'),
  search: textParam,
  month: monthParam,
  day: dayParam,
  event: itemParam,
}

export type EventsView = ReturnType<typeof useEventsView>

export function useEventsView() {
  const url = useUrlState(params)
  const today = toDayKey(Date.now() / 1000, useZone())
  const toMonth = (day = today) => day.slice(0, 7)
  const shown = { ...url, month: url.month ?? toMonth(url.day) }
  const change = (to: Partial<UrlValues<typeof params>>, options?: HistoryOptions) => {
    const { month, day } = { ...shown, ...to }
    url.change({ ...to, month: month === toMonth(day) ? undefined : month }, options)
  }
  return {
    ...shown,
    today,
    change,
    reset: () => change({ filter: 'all', search: '', day: undefined }, { replace: false }),
  }
}

const groupEventsParams = { event: itemParam }
/** The open event in the tab of a group. */
export const useGroupEventsView = () => useUrlState(groupEventsParams)

const posterParams = { poster: itemParam }
/** The code of the poster by which the event was opened. */
export const usePosterCode = () => useUrlState(posterParams).poster
