import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import type { Group } from '../contract.ts'
import { MemberList } from './MemberList.tsx'

export default function MembersDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Members of ${group.name}`}>
      <MemberList group={group} />
    </Dialog>
  )
}
