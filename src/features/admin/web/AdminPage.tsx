import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, RefreshCw } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { invalidateAdmin, query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { GateIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { schoolsApi } from '../../schools/contract.gen.ts'
import { useMe } from '../../session/web/auth.tsx'
import { adminApi } from '../contract.gen.ts'
import { OverviewTab } from './OverviewTab.tsx'
import { useOverview } from './overview.ts'
import { Tabs } from './Tabs.tsx'
import { type AdminTab, useAdminView } from './url-state.ts'

const parts: Readonly<Record<Exclude<AdminTab, 'overview'>, ComponentType<{ school: string }>>> = {
  reports: lazyPart(() => import('../../moderation/web/ReportsTab.tsx')),
  moderation: lazyPart(() => import('../../moderation/web/HistoryTab.tsx')),
  users: lazyPart(() => import('./UsersTab.tsx')),
  content: lazyPart(() => import('../../moderation/web/ContentTab.tsx')),
  analytics: lazyPart(() => import('./AnalyticsTab.tsx')),
  ads: lazyPart(() => import('../../ads/web/AdsTab.tsx')),
  settings: lazyPart(() => import('./SettingsTab.tsx')),
}

const roles = { student: 'Student', admin: 'Administrator', site_admin: 'Site Administrator' }

/** The administration page for administrators. */
export default function AdminPage() {
  const { role } = useMe()
  return role === 'student' ? <AccessDenied /> : <Dashboard />
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
  const isSite = me.role === 'site_admin'
  const school = isSite ? view.school : ''
  const all = useQuery({ ...query(schoolsApi.listAll), enabled: isSite })
  const stats = useQuery(query(adminApi.stats, { query: { school_id: school || undefined } }))
  const overview = useOverview(school)
  useLiveEvent('reports.pending', () => void invalidateAdmin(client))

  const pending = stats.data?.data.pendingReports ?? 0
  const tabs = [
    ['overview', 'Overview'],
    ['reports', 'Reports', pending > 99 ? '99+' : pending > 0 ? String(pending) : undefined],
    ['moderation', 'Moderation History'],
    ['users', 'Users'],
    ['content', 'Content Management'],
    ['analytics', 'Analytics'],
    ...(me.can_manage_ads ? ([['ads', 'Ad Management']] as const) : []),
    ['settings', 'Settings'],
  ] as const
  const shown = tabs.some(([name]) => name === view.tab) ? view.tab : 'overview'
  const Part = shown === 'overview' ? undefined : parts[shown]
  const hasFailed = stats.isError && overview.hasFailed

  return (
    <Page
      title="Admin Dashboard"
      subtitle={
        <span className="flex items-center gap-2 pt-1">
          <Avatar person={me} size={32} />
          <span className="min-w-0">
            Welcome, <span className="font-semibold text-ink">{me.name}</span>
            <span className="max-sm:hidden"> · </span>
            <span className="max-sm:block">{roles[me.role]}</span>
          </span>
        </span>
      }
      action={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => void invalidateAdmin(client)}>
            <Icon icon={RefreshCw} size={16} />
            <span className="max-desk:sr-only">Refresh</span>
          </Button>
          <Link to="/dashboard" className={buttonClassName('secondary')}>
            <Icon icon={LogOut} size={16} />
            <span className="max-desk:sr-only">Exit Admin</span>
          </Link>
        </div>
      }
    >
      {hasFailed && stats.error !== dismissed && (
        <Banner text="Failed to load admin dashboard" onDismiss={() => setDismissed(stats.error)} />
      )}
      {isSite ? (
        <Select
          label="Filter by School"
          value={school}
          options={[['', 'All Schools'], ...(all.data?.data ?? []).map(({ id, name }) => [id, name] as const)]}
          onChange={(school) => view.change({ school })}
          className="max-w-sm px-4 pb-4 desk:px-0"
        />
      ) : (
        <p className="mx-4 mb-4 rounded-control bg-sunken px-4 py-2.5 text-small text-soft desk:mx-0">
          You can only view data for <span className="font-semibold text-ink">{me.school}</span>. Ask a site
          administrator for cross-school access.
        </p>
      )}
      <Tabs tabs={tabs} shown={shown} to={(tab) => view.linkToOnly({ tab, school })} />
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
    </Page>
  )
}
