import { useFocusAfterRemoval } from '../focus-after-removal.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  onClose: () => void
  title: string
  question: string
  /** Names the action: 'Delete post'. */
  confirmLabel: string
  onConfirm: () => void
  isPending: boolean
  /** Label of the button while pending. */
  pendingLabel?: string
  /** Why the last attempt failed. */
  error?: string | undefined
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({
  onClose,
  title,
  question,
  confirmLabel,
  onConfirm,
  isPending,
  pendingLabel: working = 'Deleting...',
  error,
}: Props) {
  useFocusAfterRemoval()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={onConfirm} pendingLabel={isPending && working}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p className="text-soft">{question}</p>
      {error && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {error}
        </p>
      )}
    </Dialog>
  )
}
