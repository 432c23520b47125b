import { useInfiniteQuery } from '@tanstack/react-query'
import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { listItems } from '../../../shared/web/list-items.ts'
import type { friends, people } from '../contract.ts'

/** Lists of users that are sorted by name. */
export type PeopleList = 'friends' | 'blocked' | 'directory' | { readonly friendsOf: string }

type UserFilter = { readonly q: string; readonly letter: string }

/** A list of users in pages. */
export function usePeople(list: PeopleList, { q, letter }: UserFilter) {
  const query = { q, letter }
  const pages = useInfiniteQuery({
    queryKey: queryKeyFor(`GET ${listPath(list)}`, { query }),
    queryFn: ({ pageParam, signal }) => fetchPeople(list, { ...query, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.pagination.cursor ?? undefined,
  })
  return { ...pages, rows: listItems(pages.data?.pages) }
}

const listPath = (list: PeopleList) =>
  typeof list === 'object'
    ? `/api/users/${list.friendsOf}/friends`
    : { friends: '/api/friends', blocked: '/api/friends/blocked', directory: '/users/search' }[list]

function fetchPeople(list: PeopleList, query: { q: string; letter: string; cursor: string }, signal: AbortSignal) {
  if (list === 'friends') return call<typeof friends.list>('GET /api/friends', { query, signal })
  if (list === 'blocked') return call<typeof friends.blocked>('GET /api/friends/blocked', { query, signal })
  if (list === 'directory')
    return call<typeof people.search>('GET /users/search', {
      query: { ...query, limit: 50, allow_empty: 'true' },
      signal,
    })
  return call<typeof people.friends>('GET /api/users/:id/friends', { params: { id: list.friendsOf }, query, signal })
}

/** Pending requests, received or sent, in pages. */
export function useRequests(direction: 'requests' | 'sent', q: string) {
  const pages = useInfiniteQuery({
    queryKey: queryKeyFor(`GET /api/friends/${direction}`, { query: { q } }),
    queryFn: ({ pageParam, signal }) => {
      const query = { q, page: pageParam }
      return direction === 'requests'
        ? call<typeof friends.requests>('GET /api/friends/requests', { query, signal })
        : call<typeof friends.sent>('GET /api/friends/sent', { query, signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { hasMore, page } }) => (hasMore ? page + 1 : undefined),
  })
  return { ...pages, rows: listItems(pages.data?.pages) }
}
