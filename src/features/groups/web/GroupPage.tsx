import { type ComponentType, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { LinkTabs } from '../../../shared/web/ui/LinkTabs.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { tabParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import type { Group } from '../contract.ts'
import { AboutTab } from './AboutTab.tsx'
import { Closed, NotAvailable } from './Closed.tsx'
import { GroupHeader } from './GroupHeader.tsx'
import { useGroup } from './queries.ts'

const MembersTab = lazyPart(() => import('./MembersTab.tsx'))

const tabs = [
  { name: 'posts', label: 'Posts' },
  { name: 'events', label: 'Events' },
  { name: 'members', label: 'Members' },
  { name: 'about', label: 'About' },
] as const
/** Shared questions are a filter of the posts, with an address of their own. */
const filters = [
  { name: 'posts', label: 'All posts' },
  { name: 'assignments', label: 'Assignments' },
] as const
const params = { tab: tabParam([...tabs, filters[1]]) }

/** The tabs whose content belongs to higher features. */
export type GroupTabs = Readonly<Record<'posts' | 'events' | 'assignments', ComponentType<{ group: Group }>>>

export function GroupPage({ content }: { content: GroupTabs }) {
  const { id = '' } = useParams()
  const { tab: shown, linkToOnly } = useUrlState(params)
  const { data, error, isPending, refetch } = useGroup(id)
  if (isPending) return <GroupSkeleton />
  if (!data) return <NotAvailable error={error} onRetry={() => void refetch()} />
  const group = data.data
  return (
    <section key={group.id} className="pb-8 desk:pt-6">
      <GroupHeader group={group} />
      <LinkTabs
        label="Group sections"
        tabs={tabs.map((tab) => (tab.name === 'members' ? { ...tab, count: group.members_count } : tab))}
        active={shown === 'assignments' ? 'posts' : shown}
        to={(tab) => linkToOnly({ tab })}
        className="mb-4 desk:mt-2"
      />
      {group.can.see && (shown === 'posts' || shown === 'assignments') && (
        <nav aria-label="Show" className="mb-3 flex gap-2 px-4 desk:px-0">
          {filters.map(({ name, label }) => (
            <Link
              key={name}
              to={linkToOnly({ tab: name })}
              aria-current={name === shown ? 'true' : undefined}
              className="flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-medium text-soft hover:bg-sunken aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper desk:min-h-9"
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      {group.can.see || shown === 'about' ? (
        <Suspense fallback={<Skeleton className="mx-4 h-40 desk:mx-0" />}>
          <Tab name={shown} group={group} content={content} />
        </Suspense>
      ) : (
        <Closed group={group} />
      )}
    </section>
  )
}

type TabProps = { name: (typeof tabs)[number]['name'] | 'assignments'; group: Group; content: GroupTabs }

function Tab({ name, group, content }: TabProps) {
  if (name === 'members') return <MembersTab group={group} />
  if (name === 'about') return <AboutTab group={group} />
  const Content = content[name]
  return <Content group={group} />
}

const GroupSkeleton = () => (
  <div role="status" aria-label="Loading group" className="desk:pt-6">
    <h1 className="sr-only">Group</h1>
    <Skeleton className="h-24 rounded-none desk:h-40 desk:rounded-card" />
    <div className="flex gap-4 px-4 py-4">
      <Skeleton className="size-16" />
      <div className="flex-1 space-y-2">
        <Skeleton className="h-7 w-1/2" />
        <Skeleton className="h-4 w-1/3" />
      </div>
    </div>
    <Skeleton className="mx-4 h-40" />
  </div>
)
