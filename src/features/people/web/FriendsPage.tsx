import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
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
import { PeopleTab } from './PeopleTab.tsx'
import { RequestsTab } from './RequestsTab.tsx'
import { useFriendsView } from './url-state.ts'

/** Friends, requests in both directions, blocked users and the school directory. */
export default function FriendsPage() {
  const view = useFriendsView()
  const counted = useQuery(query(friendsApi.counts))
  if (isUnauthorized(counted.error)) return <p className="px-4 py-10 text-center">Please log in to view this page.</p>
  const counts = counted.data?.data
  const { tab } = view
  const tabs = [
    { name: 'friends', label: 'Friends', count: counts?.friends },
    { name: 'requests', label: 'Requests', count: counts?.requests },
    { name: 'sent', label: 'Sent', count: counts?.sent },
    { name: 'blocked', label: 'Blocked', count: counts?.blocked },
    { name: 'directory', label: 'Directory', count: counts?.directory },
  ] as const
  const isEmpty = counts?.[tab] === 0 && !view.q
  const search = {
    label: tab === 'directory' ? 'Search everyone at your school' : 'Search by name',
    term: view.q,
    onSearch: (q: string) => view.change({ q }),
  }
  return (
    <Page title="Friends" barAction={<Refresh />}>
      <PageTools key={`search of ${tab}`} {...(isEmpty ? {} : { search })}>
        <LinkTabs label="People" tabs={tabs} active={tab} to={(name) => view.linkToOnly({ tab: name })} bare />
      </PageTools>
      {tab === 'requests' || tab === 'sent' ? (
        <RequestsTab key={tab} list={tab} view={view} />
      ) : (
        <PeopleTab key={tab} list={tab} view={view} count={counts?.[tab]} />
      )}
    </Page>
  )
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
