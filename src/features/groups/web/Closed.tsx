import { Link } from 'react-router'
import { isForbidden, isNotFound, userMessage } from '../../../shared/web/data/errors.ts'
import { useFocusOnMount } from '../../../shared/web/focus.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { GateIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import type { Group } from '../contract.ts'
import { JoinButton } from './JoinButton.tsx'

/** Replaces the content of a private group for users who are not members. */
export function Closed({ group }: { group: Group }) {
  const isWaiting = group.join_request?.status === 'pending'
  const wasDeclined = group.join_request?.status === 'rejected'
  return (
    <div className="card flex flex-col items-center px-6 py-12 text-center">
      <GateIllustration className="w-32 text-brand" />
      <h2 className="mt-4 text-card">This group is private</h2>
      <p className="mt-1 max-w-sm text-soft">
        {isWaiting
          ? 'You’ve asked to join. An admin will review your request.'
          : 'Only members can see posts, members and events.'}
      </p>
      {wasDeclined && (
        <p className="mt-2 max-w-sm text-soft">
          Your last request was declined{group.join_request?.answer ? `: “${group.join_request.answer}”` : '.'}
        </p>
      )}
      <div className="mt-5">
        <JoinButton group={group} />
      </div>
    </div>
  )
}

const texts = { 403: 'You do not have access to this group', 404: 'Group not found' }

/** The error page of a group that cannot be loaded. */
export function NotAvailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const heading = useFocusOnMount()
  const text = userMessage(error, 'Failed to load group', { texts })
  useErrorToast(error, text)
  return (
    <section className="flex flex-col items-center px-6 py-16 text-center">
      <GateIllustration className="w-32 text-brand" />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-title">
        Group Not Available
      </h1>
      <p className="mt-1 max-w-sm text-soft">{text}</p>
      <div className="mt-5 flex gap-3">
        {!(isNotFound(error) || isForbidden(error)) && <Button onClick={onRetry}>Try Again</Button>}
        <Link to="/groups" className={buttonClassName('primary')}>
          Back to Groups
        </Link>
      </div>
    </section>
  )
}
