import { AnswerButtons } from './AnswerButtons.tsx'
import { useInvitations } from './queries.ts'

/** Accept and Decline below a notification, while the invitation waits. */
export function InvitationAnswer({ groupId, onAnswer }: { groupId: string; onAnswer: () => void }) {
  const { data } = useInvitations()
  const invitation = data?.data.find(({ group }) => group.id === groupId)
  if (!invitation) return null
  return (
    <div className="pr-4.5 pb-3 pl-18.5">
      <AnswerButtons id={invitation.id} groupName={invitation.group.name} onAnswer={onAnswer} />
    </div>
  )
}
