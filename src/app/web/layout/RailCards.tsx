import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { adsApi } from '../../../features/ads/contract.gen.ts'
import { SponsoredCard } from '../../../features/ads/web/SponsoredCard.tsx'
import { assignmentsApi } from '../../../features/assignments/contract.gen.ts'
import { YourPoints } from '../../../features/assignments/web/YourPoints.tsx'
import { eventsApi } from '../../../features/events/contract.gen.ts'
import { UpcomingEvents } from '../../../features/events/web/UpcomingEvents.tsx'
import { postsApi } from '../../../features/posts/contract.gen.ts'
import { RecentActivity } from '../../../features/posts/web/RecentActivity.tsx'
import { useMe } from '../../../features/session/web/auth.tsx'
import { matchesTarget } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { SiteFooter } from '../../../shared/web/ui/SiteFooter.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { isUnder } from '../titles.ts'
import { RailFrame } from './RailFrame.tsx'
import { isSplitPage } from './shell-width.ts'

const GetSettled = lazyPart(() => import('../../../features/welcome/web/GetSettled.tsx'))

const asked = [eventsApi.upcoming, postsApi.activity, adsApi.list, assignmentsApi.leaderboard]
const onTheirWay = {
  predicate: ({ queryKey, state }: { queryKey: readonly unknown[]; state: { data: unknown } }) =>
    state.data === undefined && asked.some((route) => matchesTarget(queryKey, route)),
}

/**
 * True once the first data of the rail has loaded: then all cards appear together, so that none pushes another down.
 */
function useArrived(): boolean {
  const client = useQueryClient()
  const waiting = useIsFetching(onTheirWay)
  const [arrived, setArrived] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again whenever the number changes
  useEffect(() => {
    if (client.isFetching(onTheirWay) === 0) setArrived(true)
  }, [client, waiting])
  return arrived
}

/** The cards of the right column. */
export default function RailCards({ pathname }: { pathname: string }) {
  const arrived = useArrived()
  const { welcome } = useMe()
  const isBelow = isSplitPage(pathname)
  const isHelp = isUnder(pathname, '/assignment-help')
  return (
    <RailFrame isBusy={!arrived} isBelow={isBelow}>
      {!arrived && <Skeleton className="h-64" />}
      <div
        hidden={!arrived}
        className={isBelow ? 'grid gap-4 max-[90rem]:grid-cols-3 max-[90rem]:items-start' : 'space-y-4'}
      >
        {isUnder(pathname, '/dashboard') && (welcome === 'card' || welcome === 'line') && (
          <Suspense fallback={<Skeleton className={welcome === 'line' ? 'h-14' : 'h-72'} />}>
            <GetSettled />
          </Suspense>
        )}
        {isHelp ? <YourPoints /> : <UpcomingEvents />}
        {isUnder(pathname, '/dashboard') && <RecentActivity />}
        <SponsoredCard placement="sidebar" />
        {!isHelp && <SponsoredCard placement="sidebar" slot={1} />}
      </div>
      {arrived && <SiteFooter className="mt-3" />}
    </RailFrame>
  )
}
