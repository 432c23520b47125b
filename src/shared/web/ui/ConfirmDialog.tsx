import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  onClose: () => void
  title: string
  question: string
  /** Names what happens: 'Delete post'. */
  confirm: string
  onConfirm: () => void
  busy: boolean
  /** Stands on the button while it happens. */
  working?: string
  /** Why it failed the last time. */
  problem?: string | undefined
}

/** Asks before something that can't be taken back. */
export function ConfirmDialog({
  onClose,
  title,
  question,
  confirm,
  onConfirm,
  busy,
  working = 'Deleting...',
  problem,
}: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" onClick={onConfirm} busy={busy && working}>
            {confirm}
          </Button>
        </>
      }
    >
      <p className="text-soft">{question}</p>
      {problem && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
