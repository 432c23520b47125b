import { UserPlus } from 'lucide'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Group } from '../contract.ts'
import { JoinRequests } from './JoinRequests.tsx'
import { MemberList } from './MemberList.tsx'

const InviteDialog = lazyPart(() => import('./InviteDialog.tsx'))

/** Join requests, members and invitations, for group admins. */
export function MembersSettings({ group }: { group: Group }) {
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <JoinRequests group={group} />
      <section aria-labelledby="group-members" className="card px-4.5 py-4">
        <header className="mb-2 flex items-center justify-between gap-3">
          <h2 id="group-members" className="text-card">
            Members <span className="text-soft tabular-nums">{group.members_count}</span>
          </h2>
          <Button onClick={() => setIsInviting(true)}>
            <Icon icon={UserPlus} size={18} />
            Invite
          </Button>
        </header>
        <MemberList group={group} />
      </section>
      {isInviting && (
        <Suspense>
          <InviteDialog group={group} onClose={() => setIsInviting(false)} />
        </Suspense>
      )}
    </>
  )
}
