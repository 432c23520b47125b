import { type ComponentType, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useMediaQuery } from '../../../shared/web/media-query.ts'
import { LinkTabs, NewCount } from '../../../shared/web/ui/LinkTabs.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { tabParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import type { Group } from '../contract.ts'
import { AboutTab } from './AboutTab.tsx'
import { Closed, NotAvailable } from './Closed.tsx'
import { GroupHeader } from './GroupHeader.tsx'
import { useGroup, useSeen } from './queries.ts'

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
type TabName = (typeof tabs)[number]['name'] | 'assignments'

type TabContent = ComponentType<{
  group: Group
  /** Whether the viewer has just joined on this page. */
  hasJoined: boolean
}>
/** The tabs whose content belongs to higher features. */
export type GroupTabs = Readonly<Record<'posts' | 'events' | 'assignments', TabContent>>

export function GroupPage({ content }: { content: GroupTabs }) {
  const { id = '' } = useParams()
  const { tab: shown, linkToOnly } = useUrlState(params)
  const { data, error, isPending, refetch } = useGroup(id)
  if (isPending) return <GroupSkeleton />
  if (!data) return <NotAvailable error={error} onRetry={() => void refetch()} />
  return <OpenGroup key={id} group={data.data} shown={shown} linkTo={(tab) => linkToOnly({ tab })} content={content} />
}

type Props = { group: Group; shown: TabName; linkTo: (tab: TabName) => string; content: GroupTabs }

function OpenGroup({ group, shown, linkTo, content }: Props) {
  useSeen(group, shown)
  const [wasOutside] = useState(!group.is_member)
  const isRoomy = useMediaQuery('(width >= 100rem)')
  const isPosts = shown === 'posts' || shown === 'assignments'
  const hasAboutBeside = isRoomy && isPosts && group.can.see
  return (
    <section className="mx-auto pb-8 desk:max-w-[632px] desk:pt-6 roomy:max-w-none">
      <GroupHeader group={group} postsLink={linkTo('posts')} />
      <LinkTabs
        label="Group sections"
        tabs={tabs.map((tab) => ({
          ...tab,
          ...(tab.name === 'members' ? { count: group.members_count } : {}),
          ...(tab.name === 'events' ? { news: group.news?.events } : {}),
          ...(tab.name === 'posts' ? { news: group.news?.assignments } : {}),
        }))}
        active={isPosts ? 'posts' : shown}
        to={linkTo}
        className="mb-4 desk:mt-2"
      />
      <div className={hasAboutBeside ? 'grid grid-cols-[minmax(0,1fr)_288px] items-start gap-6' : 'max-w-[620px]'}>
        <div>
          {group.can.see && isPosts && <PostFilters shown={shown} linkTo={linkTo} news={group.news?.assignments} />}
          {group.can.see || shown === 'about' ? (
            <Suspense fallback={<Skeleton className="mx-4 h-40 desk:mx-0" />}>
              <Tab name={shown} group={group} hasJoined={wasOutside && group.is_member} content={content} />
            </Suspense>
          ) : (
            <Closed group={group} />
          )}
        </div>
        {hasAboutBeside && (
          <aside aria-label="About" className="sticky top-20">
            <AboutTab group={group} />
          </aside>
        )}
      </div>
    </section>
  )
}

const PostFilters = ({ shown, linkTo, news }: Pick<Props, 'shown' | 'linkTo'> & { news: number | undefined }) => (
  <nav aria-label="Show" className="mb-3 flex gap-2 px-4 desk:px-0">
    {filters.map(({ name, label }) => (
      <Link
        key={name}
        to={linkTo(name)}
        aria-current={name === shown ? 'true' : undefined}
        className="flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-medium text-soft hover:bg-sunken aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper desk:min-h-9"
      >
        {label}
        {name === 'assignments' && <NewCount count={news} className="ml-1.5" />}
      </Link>
    ))}
  </nav>
)

type TabProps = { name: TabName; group: Group; hasJoined: boolean; content: GroupTabs }

function Tab({ name, group, hasJoined, content }: TabProps) {
  if (name === 'members') return <MembersTab group={group} />
  if (name === 'about') return <AboutTab group={group} />
  const Content = content[name]
  return <Content group={group} hasJoined={hasJoined} />
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
