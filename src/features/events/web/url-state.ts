import { useSearchParams } from 'react-router'
import { toOptions } from '../../../shared/web/options.ts'
import { currentSearchParams } from '../../../shared/web/url-state.ts'
import type { EventFilter } from '../contract.ts'
import { readDay, readMonth } from './month.ts'
import { toDayKey, useZone } from './school-time.ts'

export const filters = toOptions<EventFilter>({
  all: 'All Events',
  attending: 'Attending',
  'my-events': 'My Events',
  'this-week': 'This Week',
  'this-month': 'This Month',
  'group-events': 'Group Events',
})

type EventsUrlState = {
  readonly filter: EventFilter
  readonly search: string
  readonly month: string
  readonly day: string | undefined
  /** The open event. */
  readonly event: string | undefined
}
export type EventsView = ReturnType<typeof useEventsView>

function read(address: URLSearchParams, today: string): EventsUrlState {
  const day = readDay(address.get('day'))
  return {
    filter: filters.find(([value]) => value === address.get('filter'))?.[0] ?? 'all',
    search: address.get('search') ?? '',
    month: readMonth(address.get('month') ?? day?.slice(0, 7) ?? null, today),
    day,
    event: address.get('event') ?? undefined,
  }
}

/** State of the page in the URL, so that it can be shared and supports the back button. */
export function useEventsView() {
  const [address, setAddress] = useSearchParams()
  const zone = useZone()
  const today = toDayKey(Date.now() / 1000, zone)
  const shown = read(address, today)
  const change = (to: Partial<EventsUrlState>) => {
    const { filter, search, month, day, event } = { ...read(currentSearchParams(), today), ...to }
    const next = {
      ...(filter === 'all' ? {} : { filter }),
      ...(search ? { search } : {}),
      ...(month === (day ?? today).slice(0, 7) ? {} : { month }),
      ...(day ? { day } : {}),
      ...(event ? { event } : {}),
    }
    setAddress(next, { replace: to.event === undefined || shown.event !== undefined, preventScrollReset: true })
  }
  return {
    ...shown,
    today,
    isNarrowed: shown.filter !== 'all' || shown.search !== '',
    change,
    reset: () => change({ filter: 'all', search: '', day: undefined }),
  }
}
