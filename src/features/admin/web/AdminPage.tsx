import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { needsSecondPerson } from '../../../shared/seal-modes.ts'
import { invalidateAdmin, query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { GateIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { schoolsApi } from '../../schools/contract.gen.ts'
import { useMe } from '../../session/web/auth.tsx'
import { adminApi } from '../contract.gen.ts'
import { AdminBar, OwnSchoolNote } from './AdminBar.tsx'
import { MissingCells } from './MissingCells.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { useOverview } from './overview.ts'
import { Tabs } from './Tabs.tsx'
import { type AdminTab, useAdminView } from './url-state.ts'

const parts: Readonly<Record<Exclude<AdminTab, 'overview' | 'rules'>, ComponentType<{ school: string }>>> = {
  reports: lazyPart(() => import('./ReportsWithAppeals.tsx')),
  appeals: lazyPart(() => import('../../appeals/web/AppealsTab.tsx')),
  seals: lazyPart(() => import('../../moderation/web/SealsTab.tsx')),
  notices: lazyPart(() => import('../../notices/web/NoticesTab.tsx')),
  moderation: lazyPart(() => import('../../moderation/web/HistoryTab.tsx')),
  users: lazyPart(() => import('./UsersTab.tsx')),
  content: lazyPart(() => import('./ContentWithRemoval.tsx')),
  confessions: lazyPart(() => import('../../confessions/web/WaitingTab.tsx')),
  analytics: lazyPart(() => import('./AnalyticsTab.tsx')),
  ads: lazyPart(() => import('../../ads/web/AdsTab.tsx')),
  settings: lazyPart(() => import('./SettingsTab.tsx')),
}

const GrantedDesk = lazyPart(() => import('./GrantedDesk.tsx'))
const AccountSheet = lazyPart(() => import('./AccountSheet.tsx'))

/** The administration page for administrators, and the moderation desk for students who help. */
export default function AdminPage() {
  const { role, grants } = useMe()
  if (role !== 'student') return <Dashboard />
  if (grants.length === 0) return <AccessDenied />
  return (
    <Suspense fallback={<Skeleton className="mx-4 mt-5 h-96 desk:mx-0" />}>
      <GrantedDesk />
    </Suspense>
  )
}

const AccessDenied = () => (
  <Page title="Access Denied">
    <EmptyState
      illustration={<GateIllustration className="w-32 text-soft" />}
      title="This area is for moderators"
      text="You don't have permission to access the admin dashboard."
      action={
        <Link to="/dashboard" className={buttonClassName('primary')}>
          Go to Dashboard
        </Link>
      }
    />
  </Page>
)

function Dashboard() {
  const me = useMe()
  const client = useQueryClient()
  const view = useAdminView()
  const [dismissed, setDismissed] = useState<Error | null>(null) // a later failure shows the banner again
  const [isAccountOpen, setIsAccountOpen] = useState(false)
  const isDesk = useIsDesktop()
  const isSite = me.role === 'site_admin'
  const school = isSite ? view.school : ''
  const all = useQuery({ ...query(schoolsApi.listAll), enabled: isSite })
  const stats = useQuery(query(adminApi.stats, { query: { school_id: school || undefined } }))
  const overview = useOverview(school)
  useLiveEvent('reports.pending', () => void invalidateAdmin(client))
  useLiveEvent('appeals.pending', () => void invalidateAdmin(client))

  // Hidden where one person opens a seal alone, unless a notification led here.
  const hasSeals = isSite || needsSecondPerson(me.anonymity_mode) || view.tab === 'seals'
  // Hidden where confessions appear without a moderator.
  const hasWaiting = isSite || me.confessions_mode !== 'on' || view.tab === 'confessions'
  const { pendingReports = 0, openAppeals = 0, waitingConfessions = 0 } = stats.data?.data ?? {}
  const badge = (count: number) => (count > 99 ? '99+' : count > 0 ? String(count) : undefined)
  const tabs = [
    ['overview', 'Overview'],
    ['reports', 'Reports', badge(pendingReports)],
    ['appeals', 'Appeals', badge(openAppeals)],
    ...(hasSeals ? ([['seals', 'Seals']] as const) : []),
    ...(isSite ? ([['notices', 'Notices']] as const) : []),
    ['moderation', 'Moderation History'],
    ['users', 'Users'],
    ['content', 'Content Management'],
    ...(hasWaiting ? ([['confessions', 'Confessions', badge(waitingConfessions)]] as const) : []),
    ['analytics', 'Analytics'],
    ...(me.can_manage_ads ? ([['ads', 'Ad Management']] as const) : []),
    ['settings', 'Settings'],
  ] as const
  const shown = tabs.find(([name]) => name === view.tab)?.[0] ?? 'overview'
  const Part = shown === 'overview' ? undefined : parts[shown]
  const hasFailed = stats.isError && overview.hasFailed

  const scope = isSite ? (
    <Select
      label="Filter by School"
      value={school}
      options={[['', 'All Schools'], ...(all.data?.data ?? []).map(({ id, name }) => [id, name] as const)]}
      onChange={(school) => view.change({ school })}
      className="min-w-0 desk:flex desk:items-center desk:gap-2 desk:[&>label]:mb-0 desk:[&>label]:text-small desk:[&>label]:whitespace-nowrap desk:[&>span]:min-w-0"
    />
  ) : (
    <OwnSchoolNote />
  )

  return (
    <section className="relative pb-8">
      <AdminBar onRefresh={() => invalidateAdmin(client)} scope={scope} />
      {hasFailed && stats.error !== dismissed && (
        <div className="pt-3">
          <Banner text="Failed to load admin dashboard" onDismiss={() => setDismissed(stats.error)} />
        </div>
      )}
      {isSite && <MissingCells />}
      <Tabs
        tabs={tabs}
        shown={shown}
        to={(tab) => view.linkToOnly({ tab, school })}
        start={
          !isDesk && (
            <IconButton
              label={`${me.name}: account and school`}
              aria-haspopup="dialog"
              onPointerEnter={AccountSheet.preload}
              onClick={() => setIsAccountOpen(true)}
              className="ml-2"
            >
              <Avatar person={me} size={32} />
            </IconButton>
          )
        }
      />
      {isAccountOpen && (
        <Suspense>
          <AccountSheet scope={scope} onClose={() => setIsAccountOpen(false)} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton className="mx-4 mt-5 h-96 desk:mx-0" />}>
        {Part ? (
          <Part key={shown} school={school} />
        ) : (
          <OverviewTab
            stats={stats.data?.data}
            isPending={stats.isPending}
            overview={overview}
            onOpen={(tab) => view.change({ tab })}
            school={school}
            isSite={isSite}
          />
        )}
      </Suspense>
    </section>
  )
}
