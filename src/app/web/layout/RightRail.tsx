import { useLocation } from 'react-router'
import { SponsoredCard } from '../../../features/ads/web/SponsoredCard.tsx'
import { YourPoints } from '../../../features/assignments/web/YourPoints.tsx'
import { UpcomingEvents } from '../../../features/events/web/UpcomingEvents.tsx'
import { RecentActivity } from '../../../features/posts/web/RecentActivity.tsx'
import { useIsDesk } from '../../../shared/web/screen.ts'
import { isUnder } from '../titles.ts'

/** What stands beside the page on wide screens; narrow ones never ask for it. */
export function RightRail() {
  const { pathname } = useLocation()
  const isDesk = useIsDesk()
  if (!isDesk) return null
  const isHelp = isUnder(pathname, '/assignment-help')
  return (
    <aside aria-label="On campus" className="space-y-4 py-6">
      {isHelp ? <YourPoints /> : <UpcomingEvents />}
      {isUnder(pathname, '/dashboard') && <RecentActivity />}
      <SponsoredCard placement="sidebar" />
      {!isHelp && <SponsoredCard placement="sidebar" slot={1} />}
    </aside>
  )
}
