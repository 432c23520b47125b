import { toPages, usePages } from '../../../shared/web/data/infinite-list.ts'
import { friendsApi, peopleApi } from '../contract.gen.ts'
import { safetyApi } from '../safety-contract.gen.ts'

/** Lists of users that are sorted by name. */
export type PeopleList = 'friends' | 'blocked' | 'muted' | 'directory' | { readonly friendsOf: string }

type UserFilter = { readonly q: string; readonly letter: string }

/** A list of users in pages. */
export function usePeople(list: PeopleList, { q, letter }: UserFilter) {
  const { items, ...pages } = usePages(findList(list, { q, letter }))
  return { ...pages, rows: items }
}

function findList(list: PeopleList, query: UserFilter) {
  if (typeof list === 'object') return toPages(peopleApi.friends, { params: { id: list.friendsOf }, query })
  if (list === 'directory') return toPages(peopleApi.search, { query: { ...query, limit: 50, allow_empty: 'true' } })
  if (list === 'muted') return toPages(safetyApi.muted, { query })
  return list === 'friends' ? toPages(friendsApi.list, { query }) : toPages(friendsApi.blocked, { query })
}

/** Pending requests, received or sent, in pages. */
export function useRequests(direction: 'requests' | 'sent', q: string) {
  const query = { q }
  const isReceived = direction === 'requests'
  const { items, ...pages } = usePages(
    isReceived ? toPages(friendsApi.requests, { query }) : toPages(friendsApi.sent, { query }),
  )
  return { ...pages, rows: items }
}
