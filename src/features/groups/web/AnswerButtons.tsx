import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { groupsApi } from '../contract.gen.ts'
import { invalidateGroups } from './queries.ts'

type Props = { id: string; groupName: string; onAnswer?: (() => void) | undefined }

/** Buttons that answer an invitation to a group. */
export function AnswerButtons({ id, groupName, onAnswer }: Props) {
  const client = useQueryClient()
  const answer = useLockedMutation({
    mutationFn: (action: 'accept' | 'decline') => call(groupsApi.answerInvitation, { params: { id, action } }),
    onSuccess: ({ message: told }) => toast.success(told ?? 'Done'),
    onError: (error) => toast.failure(error, 'Failed to join group', { statuses: [409] }),
    onSettled: () => void invalidateGroups(client),
  })
  const give = (action: 'accept' | 'decline') => {
    answer.mutate(action)
    onAnswer?.()
  }
  return (
    <div className="flex gap-2">
      <Button
        aria-label={`Decline the invitation to ${groupName}`}
        disabled={answer.isPending}
        onClick={() => give('decline')}
      >
        Decline
      </Button>
      <Button
        variant="primary"
        aria-label={`Accept the invitation to ${groupName}`}
        pendingLabel={answer.isPending && 'Joining...'}
        onClick={() => give('accept')}
      >
        Accept
      </Button>
    </div>
  )
}
