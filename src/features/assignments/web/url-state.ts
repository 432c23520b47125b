import { useSearchParams } from 'react-router'
import { currentSearchParams } from '../../../shared/web/url-state.ts'
import { subjects } from '../contract.gen.ts'
import type { AssignmentFilter, AssignmentSort, Subject } from '../contract.ts'
import { filters, sorts } from './labels.ts'

export type Narrow = {
  readonly filter: AssignmentFilter
  readonly sort: AssignmentSort
  readonly subject: Subject | ''
  readonly search: string
}
/** In addition to the list: the open question and answer, and whether the leaderboard is open. */
type AssignmentsUrlState = Narrow & { readonly question: string; readonly answer: string; readonly board: string }
export type HelpView = ReturnType<typeof useHelpView>

const read = (address: URLSearchParams): AssignmentsUrlState => ({
  filter: filters.find(([value]) => value === address.get('filter'))?.[0] ?? 'all',
  sort: sorts.find(([value]) => value === address.get('sort'))?.[0] ?? 'newest',
  subject: subjects.find((subject) => subject === address.get('subject')) ?? '',
  search: address.get('search') ?? '',
  question: address.get('question') ?? '',
  answer: address.get('answer') ?? '',
  board: address.get('board') ?? '',
})

const plain: Partial<Record<string, string>> = { filter: 'all', sort: 'newest' }
const toSearchParams = (shown: AssignmentsUrlState) =>
  Object.fromEntries(Object.entries(shown).filter(([name, value]) => value !== '' && value !== plain[name]))

/** State of the page in the URL, so that it can be shared and supports the back button. */
export function useHelpView() {
  const [address, setAddress] = useSearchParams()
  const shown = read(address)
  return {
    ...shown,
    isNarrowed: shown.filter !== 'all' || shown.subject !== '' || shown.search !== '',
    change: (to: Partial<AssignmentsUrlState>) =>
      setAddress(toSearchParams({ ...read(currentSearchParams()), ...to }), {
        replace: true,
        preventScrollReset: true,
      }),
    linkTo: (question: string) => `?${new URLSearchParams(toSearchParams({ ...shown, question }))}`,
    reset: () => setAddress({}, { replace: true }),
  }
}
