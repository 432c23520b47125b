import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { groupsApi } from '../contract.gen.ts'
import type { Invitation } from '../contract.ts'
import { GroupMark } from './GroupMark.tsx'
import { formatMembers } from './labels.ts'
import { invalidateGroups, useInvitations } from './queries.ts'

/** The viewer's invitations. Renders nothing when there are none. */
export function Invitations() {
  const { data } = useInvitations()
  const invitations = data?.data ?? []
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="mb-5">
      <h2 id="invitations" className="px-4 pb-2 text-card desk:px-0">
        Invitations
      </h2>
      <ul className="card divide-y divide-line">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <One invitation={invitation} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function One({ invitation: { id, group, inviter, message } }: { invitation: Invitation }) {
  const client = useQueryClient()
  const answer = useLockedMutation({
    mutationFn: (action: 'accept' | 'decline') => call(groupsApi.answerInvitation, { params: { id, action } }),
    onSuccess: ({ message: told }) => toast.success(told ?? 'Done'),
    onError: (error) => toast.failure(error, 'Failed to join group', { statuses: [409] }),
    onSettled: () => void invalidateGroups(client),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4.5 py-3">
      <GroupMark group={group} />
      <div className="min-w-48 flex-1">
        <p>
          <Link to={`/groups/${group.id}`} className="font-semibold hover:underline">
            {group.name}
          </Link>
        </p>
        <p className="text-small text-soft">
          {inviter.name} invited you · {formatMembers(group.members_count)}
        </p>
        {message && <p className="mt-0.5 text-soft">“{message}”</p>}
      </div>
      <div className="flex gap-2">
        <Button
          aria-label={`Decline the invitation to ${group.name}`}
          disabled={answer.isPending}
          onClick={() => answer.mutate('decline')}
        >
          Decline
        </Button>
        <Button
          variant="primary"
          aria-label={`Accept the invitation to ${group.name}`}
          pendingLabel={answer.isPending && 'Joining...'}
          onClick={() => answer.mutate('accept')}
        >
          Accept
        </Button>
      </div>
    </div>
  )
}
