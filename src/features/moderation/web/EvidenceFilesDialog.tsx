import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import type { Evidence } from '../evidence-contract.ts'
import { ReportedMedia } from './ReportedMedia.tsx'

type Props = { item: Evidence; onClose: () => void }

/** The files of opened evidence. Each is loaded when the moderator shows it, and opens in steps. */
export default function EvidenceFilesDialog({ item, onClose }: Props) {
  const media = item.files.map((file) => ({ ...file, width: null, height: null, thumbhash: null }))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Evidence"
      description="Each look is in the audit log."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ReportedMedia media={media} />
    </Dialog>
  )
}
