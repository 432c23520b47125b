import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { eventsApi } from '../../features/events/contract.gen.ts'
import { waitlistsApi } from '../../features/events/waitlist-contract.gen.ts'
import { call, invalidate } from '../../shared/web/api.ts'
import { restoreDraft } from '../../shared/web/draft.ts'
import { useLockedMutation } from '../../shared/web/locked-mutation.ts'
import { discardItem, retryItem } from '../../shared/web/outbox.ts'
import { type OutboxItem, sentFiles } from '../../shared/web/outbox-item.ts'
import { findItemState, loadItems, useOutbox } from '../../shared/web/outbox-items.ts'
import { describeState } from '../../shared/web/outbox-state.ts'
import { Button } from '../../shared/web/ui/Button.tsx'
import { Page } from '../../shared/web/ui/Page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../shared/web/ui/states.tsx'
import { Time } from '../../shared/web/ui/Time.tsx'
import { toast } from '../../shared/web/ui/toasts.tsx'

/** Everything that this device has not sent yet, and what can be done about it. */
export default function NotSentPage() {
  const items = useOutbox()
  const [load, setLoad] = useState<'pending' | 'done' | 'failed'>('pending')
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    setLoad('pending')
    loadItems().then(
      () => setLoad('done'),
      () => setLoad('failed'),
    )
  }, [attempt])
  return (
    <Page title="Not sent yet">
      {load === 'pending' && items.length === 0 && (
        <ul className="space-y-3">
          {[1, 2].map((row) => (
            <li key={row}>
              <Skeleton className="h-32" />
            </li>
          ))}
        </ul>
      )}
      {load === 'failed' && items.length === 0 && (
        <ErrorState
          text="We couldn’t read what this device has stored."
          onRetry={() => setAttempt((count) => count + 1)}
        />
      )}
      {load === 'done' && items.length === 0 && (
        <EmptyState title="Everything is sent" text="What you write without a connection waits here." />
      )}
      <ul aria-label="Not sent yet" className="space-y-3">
        {items.map((item) => (
          <NotSentItem key={item.key} item={item} />
        ))}
      </ul>
    </Page>
  )
}

function NotSentItem({ item }: { item: OutboxItem }) {
  const navigate = useNavigate()
  const state = findItemState(item)
  const files = sentFiles(item).length
  const edit = () => {
    for (const { name, value, isLong } of item.drafts ?? [])
      restoreDraft(name, value, isLong ? 'for longer' : 'in this tab')
    void discardItem(item)
    navigate(item.link)
  }
  const copy = () =>
    void navigator.clipboard.writeText(item.text).then(
      () => toast.success('Copied'),
      () => toast.error('Copying isn’t possible here. Select the text instead.'),
    )
  const isFull = item.target.startsWith('rsvp ') && item.refusal?.message === 'Event is full'
  return (
    <li className="card p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          <Link to={item.link} className="hover:underline">
            {item.title}
          </Link>
        </h2>
        <Time at={Math.floor(item.created_at / 1000)} className="shrink-0 text-small text-faint" />
      </div>
      {item.text && (
        <p dir="auto" className="mt-1 line-clamp-4 whitespace-pre-line wrap-anywhere">
          {item.text}
        </p>
      )}
      {files > 0 && <p className="mt-1 text-small text-soft">{files === 1 ? '1 file' : `${files} files`}</p>}
      <p
        role="status"
        className={`mt-2 text-small font-medium ${state === 'refused' || state === 'old' ? 'text-danger' : 'text-soft'}`}
      >
        {isFull ? 'The event is full. Join the waitlist?' : describeState(item)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {isFull ? (
          <JoinWaitlist item={item} />
        ) : (
          <Button variant="primary" disabled={state === 'sending'} onClick={() => void retryItem(item)}>
            Retry
          </Button>
        )}
        {item.drafts && (
          <Button disabled={state === 'sending'} onClick={edit}>
            Edit
          </Button>
        )}
        {item.text && <Button onClick={copy}>Copy</Button>}
        <Button disabled={state === 'sending'} onClick={() => void discardItem(item)}>
          Discard
        </Button>
      </div>
    </li>
  )
}

function JoinWaitlist({ item }: { item: OutboxItem }) {
  const client = useQueryClient()
  const join = useLockedMutation({
    mutationFn: () => call(waitlistsApi.join, { params: { id: item.call.params?.id ?? '' } }),
    onSuccess: async () => {
      await discardItem(item)
      toast.success('You’re on the waitlist')
      void invalidate(client, { below: eventsApi.list })
    },
    onError: (error) => toast.failure(error, 'Failed to join the waitlist', { statuses: [404, 409] }),
  })
  return (
    <Button variant="primary" pendingLabel={join.isPending && 'Joining...'} onClick={() => join.mutate()}>
      Join waitlist
    </Button>
  )
}
