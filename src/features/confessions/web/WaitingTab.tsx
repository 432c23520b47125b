import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call, invalidateAdmin, query } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { pageParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { loadProblem } from '../../moderation/web/reports.ts'
import { waitingConfessionsApi } from '../waiting-contract.gen.ts'
import type { WaitingConfession } from '../waiting-contract.ts'
import { findLabel } from './labels.ts'

const RejectDialog = lazyPart(() => import('./RejectDialog.tsx'))

/** The confessions that a moderator reads before they appear. */
export default function WaitingTab({ school }: { school: string }) {
  const view = useUrlState({ page: pageParam })
  const [problem, setProblem] = useState<string>()
  const list = useQuery({
    ...query(waitingConfessionsApi.list, { query: { page: view.page, school_id: school || undefined } }),
    placeholderData: (before) => before,
  })
  const { confessions = [], pagination } = list.data?.data ?? {}
  return (
    <AdminList
      title="Waiting confessions"
      subtitle="They appear after a moderator has read them. Texts that name someone come first, then the oldest."
      list={list}
      problem={list.isError ? loadProblem(list.error, 'Failed to load confessions') : problem}
      rows={confessions}
      empty={list.isSuccess && <EmptyState illustration={<LawnIllustration />} title="No confessions are waiting" />}
      row={(confession) => (
        <li key={confession.id}>
          <WaitingRow confession={confession} onProblem={setProblem} />
        </li>
      )}
      pages={
        pagination &&
        pagination.totalPages > 1 && {
          page: view.page,
          totalPages: pagination.totalPages,
          onPage: (page, options) => view.change({ page }, options),
        }
      }
    />
  )
}

type Props = { confession: WaitingConfession; onProblem: (text: string | undefined) => void }

function WaitingRow({ confession, onProblem }: Props) {
  const client = useQueryClient()
  const [isRejecting, setIsRejecting] = useState(false)
  const { id, content, category, created_at, is_flagged, note } = confession
  const approve = useLockedMutation({
    mutationFn: () => call(waitingConfessionsApi.approve, { params: { id } }),
    onSuccess: () => onProblem(undefined),
    onError: (error) => onProblem(userMessage(error, unknownFailure, { statuses: 'all' })),
    onSettled: () => invalidateAdmin(client),
  })
  return (
    <article aria-label="Waiting confession" className="card px-4.5 py-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {is_flagged && <Badge tone="warm">Names someone</Badge>}
        <p className="text-small text-faint">
          <Time at={created_at} /> · {findLabel(category)}
        </p>
      </header>
      {note && <p className="mt-2 text-small text-soft">Note: {note}</p>}
      <RichText text={content} className="mt-2 max-w-132 text-body" />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button onPointerEnter={RejectDialog.preload} onClick={() => setIsRejecting(true)}>
          Reject
        </Button>
        <Button variant="primary" pendingLabel={approve.isPending && 'Approving...'} onClick={() => approve.mutate()}>
          Approve
        </Button>
      </div>
      <Suspense>
        {isRejecting && <RejectDialog confession={confession} onClose={() => setIsRejecting(false)} />}
      </Suspense>
    </article>
  )
}
