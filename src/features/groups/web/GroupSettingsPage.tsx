import { Suspense } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { useFocusOnMount } from '../../../shared/web/focus.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { GateIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LinkTabs } from '../../../shared/web/ui/LinkTabs.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import { tabParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import type { Group } from '../contract.ts'
import { DangerZone } from './DangerZone.tsx'
import { MembersSettings } from './MembersSettings.tsx'
import { PrivacyTab } from './PrivacyTab.tsx'
import { useGroup } from './queries.ts'

const GeneralTab = lazyPart(() => import('./GeneralTab.tsx'))

const tabs = [
  { name: 'general', label: 'General' },
  { name: 'privacy', label: 'Privacy' },
  { name: 'members', label: 'Members' },
  { name: 'danger', label: 'Danger Zone' },
] as const
const params = { tab: tabParam(tabs) }

/** The settings of a group, for its admins. */
export default function GroupSettingsPage() {
  const { id = '' } = useParams()
  const { tab: shown, linkToOnly } = useUrlState(params)
  const { data, isPending, error } = useGroup(id)
  useErrorToast(!data && error, 'Failed to load group settings')
  if (isPending)
    return (
      <Page title="Group settings">
        <Skeleton className="mx-4 mt-2 mb-6 h-7 w-64 desk:mx-0" />
        <FormSkeleton />
      </Page>
    )
  if (!data) return <Navigate to="/groups" replace />
  const group = data.data
  if (!group.can.manage) return <Denied group={group} />
  return (
    <Page title="Group settings" subtitle={group.name} back={{ to: `/groups/${group.id}`, label: 'Back to group' }}>
      <LinkTabs
        label="Settings"
        tabs={tabs.map((tab) =>
          tab.name === 'members' && group.requests_count > 0 ? { ...tab, count: group.requests_count } : tab,
        )}
        active={shown}
        to={(tab) => linkToOnly({ tab })}
        className="mb-4"
      />
      {shown === 'general' && (
        <Suspense fallback={<FormSkeleton />}>
          <GeneralTab key={group.id} group={group} />
        </Suspense>
      )}
      {shown === 'privacy' && <PrivacyTab group={group} />}
      {shown === 'members' && <MembersSettings group={group} />}
      {shown === 'danger' && <DangerZone group={group} />}
    </Page>
  )
}

/** A name, a description and a choice. */
const FormSkeleton = () => (
  <div className="mx-4 space-y-5 desk:mx-0">
    {['h-11', 'h-24', 'h-11'].map((height, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <div key={at} className="space-y-2">
        <Skeleton className="h-4 w-28" />
        <Skeleton className={height} />
      </div>
    ))}
  </div>
)

function Denied({ group }: { group: Group }) {
  const heading = useFocusOnMount()
  return (
    <section className="flex flex-col items-center px-6 py-16 text-center">
      <GateIllustration className="w-32 text-brand" />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-title">
        Access Denied
      </h1>
      <p className="mt-1 max-w-sm text-soft">Only admins of {group.name} can change its settings.</p>
      <Link to={`/groups/${group.id}`} className={`mt-5 ${buttonClassName('primary')}`}>
        Back to group
      </Link>
    </section>
  )
}
