import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { PersonNotes } from '../../moderation/web/PersonNotes.tsx'
import type { Person } from '../contract.ts'

/** What moderators wrote down about a user. */
export default function NotesDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Notes on ${person.name}`} actions={<Button onClick={onClose}>Close</Button>}>
      <PersonNotes userId={person.id} />
    </Dialog>
  )
}
