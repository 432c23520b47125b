import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import type { Media } from '../../media/contract.ts'
import { ReportedMedia } from './ReportedMedia.tsx'

/** The pictures and videos of a report in a list. */
export default function ReportedMediaDialog({ media, onClose }: { media: readonly Media[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reported pictures and videos"
      wide
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ReportedMedia media={media} />
    </Dialog>
  )
}
