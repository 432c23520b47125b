import { ChevronRight } from 'lucide'
import { Link } from 'react-router'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { appealStateLabels } from '../../appeals/web/labels.ts'
import { decisionsApi } from '../contract.gen.ts'
import type { Statement } from '../contract.ts'
import { describeDecision } from './labels.ts'

/** The decisions about the viewer. Blocked users can read it too. */
export default function DecisionsPage() {
  const { items, ...list } = useInfiniteList(decisionsApi.list)
  return (
    <Page title="Decisions about you">
      {list.isPending && (
        <div role="status" aria-label="Loading decisions" className="space-y-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      )}
      {list.isError && (
        <ErrorState text="We couldn’t load the decisions." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && items.length === 0 && (
        <EmptyState
          illustration={<LawnIllustration />}
          title="No decisions about you"
          text="If a moderator restricts something of yours, you find the reasons here."
        />
      )}
      {items.length > 0 && (
        <ul className="card divide-y divide-line overflow-hidden">
          {items.map((decision) => (
            <li key={decision.id}>
              <DecisionRow decision={decision} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore label="Load more" list={list} />
    </Page>
  )
}

function DecisionRow({ decision }: { decision: Statement }) {
  const { id, facts, starts_at, reversed_at, appeal_state } = decision
  const badge = reversed_at !== null ? 'No longer applies' : appeal_state && appealStateLabels[appeal_state]
  return (
    <Link
      to={`/decisions/${id}`}
      className="flex min-h-18 items-center gap-3 px-4.5 py-3 -outline-offset-2 transition-colors hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{describeDecision(decision)}</span>
          {badge && <Badge tone={reversed_at !== null ? 'good' : 'plain'}>{badge}</Badge>}
        </span>
        <span dir="auto" className="line-clamp-2 wrap-anywhere text-soft">
          {facts}
        </span>
        <Time at={starts_at} className="block text-small text-soft" />
      </span>
      <Icon icon={ChevronRight} size={18} />
    </Link>
  )
}
