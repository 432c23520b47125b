import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { useDebouncedValue } from '../../../shared/web/debounce.ts'
import { peopleApi } from '../../people/contract.gen.ts'

/** Debounce of the search in milliseconds, and the maximum number of results. */
const debounceMs = 300
const maxResults = 10

/** Users whose names contain a text, debounced. */
export function usePeople(text: string) {
  const asked = useDebouncedValue(text.trim(), debounceMs)
  const found = useQuery({
    ...query(peopleApi.search, { query: { q: asked, limit: maxResults } }),
    enabled: asked !== '',
    staleTime: 30_000,
  })
  const users = (found.data?.data ?? []).filter((person) => !person.is_blocked)
  return { people: users, isPending: found.isPending || asked !== text.trim(), isError: found.isError }
}
