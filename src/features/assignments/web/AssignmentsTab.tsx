import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, X } from 'lucide'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Group } from '../../groups/contract.ts'
import { groupAssignmentsApi } from '../contract.gen.ts'
import type { SharedAssignment } from '../contract.ts'

const ShareAssignment = lazyPart(() => import('./ShareAssignment.tsx'))

/** Questions of assignment help that members shared with the group. */
export default function AssignmentsTab({ group }: { group: Group }) {
  const { items: shared, ...list } = useInfiniteList(groupAssignmentsApi.list, { params: { gid: group.id } })
  const [isSharing, setIsSharing] = useState(false)
  return (
    <>
      {group.can.post && (
        <div className="flex justify-end px-4 pb-3 desk:px-0">
          <Button onClick={() => setIsSharing(true)}>Share a question</Button>
        </div>
      )}
      {list.isPending && <Skeleton className="mx-4 h-28 desk:mx-0" />}
      {list.isError && (
        <ErrorState text="Failed to load assignments" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && shared.length === 0 && (
        <EmptyState
          illustration={<LawnIllustration />}
          title="No questions shared yet"
          text="Questions members share from Assignment Help show up here."
        />
      )}
      <h2 className="sr-only">Shared assignments</h2>
      <ul aria-label="Shared assignments" className="desk:space-y-4">
        {shared.map((assignment) => (
          <li key={assignment.id}>
            <Card assignment={assignment} group={group} />
          </li>
        ))}
      </ul>
      <LoadMore label="Load More" list={list} />
      {isSharing && (
        <Suspense>
          <ShareAssignment group={group} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </>
  )
}

function Card({ assignment, group }: { assignment: SharedAssignment; group: Group }) {
  const client = useQueryClient()
  const unshare = useMutation({
    mutationFn: () =>
      call(groupAssignmentsApi.unshare, {
        params: { gid: group.id, aid: assignment.id },
      }),
    onSuccess: () => invalidate(client, groupAssignmentsApi),
    onError: (error) => toast.failure(error, 'We couldn’t remove that question. Try again.'),
  })
  const answers = `${assignment.answers_count} ${assignment.answers_count === 1 ? 'answer' : 'answers'}`
  return (
    <article aria-label={assignment.title} className="card flex items-start gap-3 px-4.5 py-4">
      <div className="min-w-0 flex-1">
        <p className="text-small text-soft">{[assignment.subject, assignment.course].filter(Boolean).join(' · ')}</p>
        <h3 dir="auto" className="text-card leading-snug">
          <Link to={`/assignment-help?question=${assignment.id}`} className="wrap-anywhere hover:underline">
            {assignment.title}
          </Link>
        </h3>
        <p dir="auto" className="mt-1 line-clamp-2 wrap-anywhere text-soft">
          {assignment.description}
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-1.5 text-small text-faint">
          {assignment.solved && (
            <span className="inline-flex items-center gap-1 font-medium text-brand">
              <Icon icon={CircleCheck} size={15} /> Solved ·
            </span>
          )}
          <span>
            {answers} · shared by {assignment.shared_by.name} · <Time at={assignment.shared_at} />
          </span>
        </p>
      </div>
      {assignment.can.unshare && (
        <IconButton
          label={`Remove ${assignment.title} from the group`}
          disabled={unshare.isPending}
          className="-mr-2"
          onClick={() => unshare.mutate()}
        >
          <Icon icon={X} size={18} />
        </IconButton>
      )}
    </article>
  )
}
