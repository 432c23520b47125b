import { type FormEvent, type ReactNode, useId } from 'react'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Listing } from '../contract.ts'
import { type StateChange, useChangeState } from './queries.ts'

type Props = {
  listing: Listing
  title: string
  description: string
  submitLabel: string
  isIncomplete?: boolean
  toChange: () => StateChange
  /** What a toast says afterwards. */
  success: string
  onClose: () => void
  children: ReactNode
}

/** A dialog that moves a listing to another state. What was chosen survives a failure. */
export function StateDialog({ listing, isIncomplete = false, toChange, success, onClose, children, ...texts }: Props) {
  const id = useId()
  const change = useChangeState(listing.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation() // over the page of the listing it is a nested form in React
    if (isIncomplete) return
    const onSuccess = () => {
      onClose()
      void toast.success(success)
    }
    change.mutate(toChange(), { onSuccess })
  }
  return (
    <FormDialog
      {...texts}
      form={{ id, onSubmit: submit }}
      formClassName="space-y-5"
      disabled={isIncomplete}
      isPending={change.isPending}
      pendingLabel="Saving..."
      problem={
        change.error && userMessage(change.error, 'Failed to update listing', { statuses: [400, 403, 404, 409] })
      }
      onClose={onClose}
    >
      {children}
    </FormDialog>
  )
}
