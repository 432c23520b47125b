import type { Event, SeriesScope } from '../contract.ts'

/** 'Date 3 of 12'; empty for a single event. */
export const formatNth = ({ series }: Pick<Event, 'series'>): string =>
  series === null ? '' : `Date ${series.nth} of ${series.count}`

/** The choices of 'Change which dates?'. From the first date on, all dates follow. */
export const listScopes = ({ series }: Pick<Event, 'series'>): { value: SeriesScope; label: string }[] => [
  { value: 'this', label: 'This date' },
  ...(series?.nth === 1 ? [] : [{ value: 'following' as const, label: 'This and following' }]),
  { value: 'all', label: 'All dates' },
]

export const scopeQuestion = 'Change which dates?'
export const scopeNote = 'Past dates, and dates that you changed or cancelled alone, stay as they are.'
