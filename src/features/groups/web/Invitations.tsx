import { Link } from 'react-router'
import type { Invitation } from '../contract.ts'
import { AnswerButtons } from './AnswerButtons.tsx'
import { GroupMark } from './GroupMark.tsx'
import { formatMembers } from './labels.ts'
import { useInvitations } from './queries.ts'

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
      <AnswerButtons id={id} groupName={group.name} />
    </div>
  )
}
