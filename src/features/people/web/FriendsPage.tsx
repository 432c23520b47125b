import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide'
import { useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { isUnauthorized } from '../../../shared/web/data/errors.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { LinkTabs } from '../../../shared/web/ui/LinkTabs.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { PageTools } from '../../../shared/web/ui/PageTools.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { friendsApi } from '../contract.gen.ts'
import { RowSkeletons } from './ListFrame.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { RequestsTab } from './RequestsTab.tsx'
import { type FriendsView, useFriendsView } from './url-state.ts'

/** Friends, requests in both directions, blocked users and the school directory. */
export default function FriendsPage() {
  const view = useFriendsView()
  const counted = useQuery(query(friendsApi.counts))
  const tab = useTab(view.tab, counted)
  if (isUnauthorized(counted.error)) return <p className="px-4 py-10 text-center">Please log in to view this page.</p>
  const counts = counted.data?.data
  const tabs = [
    { name: 'friends', label: 'Friends', count: counts?.friends },
    { name: 'requests', label: 'Requests', count: counts?.requests },
    { name: 'sent', label: 'Sent', count: counts?.sent },
    { name: 'blocked', label: 'Blocked', count: counts?.blocked },
    { name: 'directory', label: 'Directory', count: counts?.directory },
  ] as const
  const isEmpty = tab !== undefined && counts?.[tab] === 0 && !view.q
  const search = {
    label: tab === 'directory' ? 'Search everyone at your school' : 'Search by name',
    term: view.q,
    onSearch: (q: string) => view.change({ q }),
  }
  return (
    <Page title="Friends" barAction={<Refresh />}>
      <PageTools key={`search of ${tab}`} search={!isEmpty && search}>
        <LinkTabs label="People" tabs={tabs} active={tab ?? ''} to={(name) => view.linkToOnly({ tab: name })} bare />
      </PageTools>
      {!tab ? (
        <RowSkeletons />
      ) : tab === 'requests' || tab === 'sent' ? (
        <RequestsTab key={tab} list={tab} view={view} />
      ) : (
        <PeopleTab key={tab} list={tab} view={view} count={counts?.[tab]} />
      )}
    </Page>
  )
}

type Counted = UseQueryResult<{ data: { friends: number; requests: number } }>
type Tab = Exclude<FriendsView['tab'], ''>

/**
 * The tab of the URL. Without one, when the counts have arrived: requests if any wait, the directory for a user without
 * friends. The choice stays when the counts change.
 */
function useTab(named: FriendsView['tab'], { data, isError }: Counted): Tab | undefined {
  const [chosen, setChosen] = useState<Tab>()
  const counts = data?.data
  const first = counts
    ? counts.requests > 0
      ? 'requests'
      : counts.friends === 0
        ? 'directory'
        : 'friends'
    : isError
      ? 'friends'
      : undefined
  if (!named && !chosen && first) setChosen(first)
  return named || chosen
}

/** A refresh button for phones, which have no reload key. */
function Refresh() {
  const client = useQueryClient()
  const [isRefreshing, setIsRefreshing] = useState(false)
  const refreshAll = async () => {
    setIsRefreshing(true)
    const isPeople = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      /^\/(api\/friends|users\/search)/.test(String(queryKey[0]))
    await client.refetchQueries({ predicate: isPeople, type: 'active' }, { throwOnError: true }).then(
      () => toast.success('Refreshed successfully!'),
      (error) => toast.failure(error, 'Failed to refresh'),
    )
    setIsRefreshing(false)
  }
  return (
    <IconButton label="Refresh" disabled={isRefreshing} onClick={refreshAll}>
      <Icon icon={RefreshCw} className={isRefreshing ? 'animate-spin' : ''} />
    </IconButton>
  )
}
