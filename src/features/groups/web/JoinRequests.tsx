import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, query } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { groupLimits, groupsApi } from '../contract.gen.ts'
import type { Group, JoinRequest } from '../contract.ts'
import { invalidateGroups } from './queries.ts'

/** Pending join requests. Renders nothing when there are none. */
export function JoinRequests({ group }: { group: Group }) {
  const list = useQuery(query(groupsApi.joinRequests, { params: { id: group.id }, query: {} }))
  const requests = list.data?.data ?? []
  if (requests.length === 0) return null
  return (
    <section aria-labelledby="join-requests" className="card px-4.5 py-4 desk:mb-4">
      <h2 id="join-requests" className="mb-1 text-card">
        Join requests <span className="text-soft tabular-nums">{group.requests_count}</span>
      </h2>
      <ul className="divide-y divide-line">
        {requests.map((request) => (
          <li key={request.id}>
            <One request={request} group={group} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function useAnswer(group: Group, { id: rid }: JoinRequest, onDone: () => void) {
  const client = useQueryClient()
  return useLockedMutation({
    mutationFn: ({ action, message }: { action: 'approve' | 'reject'; message: string }) =>
      call(groupsApi.answerRequest, {
        params: { id: group.id, rid, action },
        body: message ? { message } : {},
      }),
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Done')
      onDone()
    },
    onError: (error) => toast.failure(error, 'We couldn’t save that. Try again.', { statuses: [409] }),
    onSettled: () => void invalidateGroups(client),
  })
}

function One({ request, group }: { request: JoinRequest; group: Group }) {
  const [isDeclining, setIsDeclining] = useState(false)
  const [message, setMessage] = useDraft(`answer ${request.id}`)
  const answer = useAnswer(group, request, () => {
    setMessage('')
    setIsDeclining(false)
  })
  const { user } = request
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar person={user} />
      <div className="min-w-48 flex-1">
        <Link to={`/profile/${user.id}`} className="font-semibold hover:underline">
          {user.name}
        </Link>
        <span className="text-small text-faint">
          {' '}
          · <Time at={request.created_at} />
        </span>
        {request.message && (
          <p dir="auto" className="wrap-anywhere text-soft">
            “{request.message}”
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button aria-label={`Decline ${user.name}`} disabled={answer.isPending} onClick={() => setIsDeclining(true)}>
          Decline
        </Button>
        <Button
          variant="primary"
          aria-label={`Approve ${user.name}`}
          pendingLabel={answer.isPending && !isDeclining && 'Approving...'}
          onClick={() => answer.mutate({ action: 'approve', message: '' })}
        >
          Approve
        </Button>
      </div>
      {isDeclining && (
        <Dialog
          open
          onClose={() => setIsDeclining(false)}
          title={`Decline ${user.name}`}
          actions={
            <>
              <Button onClick={() => setIsDeclining(false)}>Cancel</Button>
              <Button
                variant="danger"
                pendingLabel={answer.isPending && 'Declining...'}
                onClick={() => answer.mutate({ action: 'reject', message })}
              >
                Decline request
              </Button>
            </>
          }
        >
          <Field
            label="Message (optional)"
            multiline
            maxLength={groupLimits.message}
            value={message}
            onChange={setMessage}
          />
        </Dialog>
      )}
    </div>
  )
}
