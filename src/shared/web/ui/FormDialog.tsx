import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { WithPreview } from './WithPreview.tsx'

type Props = Omit<ComponentProps<typeof Dialog>, 'open' | 'onClose' | 'actions' | 'wide'> & {
  onClose: () => void
  /** Props of the form element, as `useContractForm` returns them. */
  form: ComponentProps<'form'> & { id: string }
  /** Distance between the fields. */
  formClassName?: string
  /** Names the action: 'Save rule'. */
  submitLabel: ReactNode
  isPending: boolean
  /** Label of the button while pending. */
  pendingLabel: string
  variant?: 'primary' | 'danger'
  disabled?: boolean
  /** A further button, at the other end of the row. */
  otherAction?: ReactNode
  /** What the form makes: beside it on a desktop, in a tab below that width. The dialog is as wide as a page then. */
  preview?: ReactNode
}

/** A dialog with one form, Cancel, and the button that sends it. */
export function FormDialog({ form, formClassName, submitLabel, isPending, pendingLabel, onClose, ...rest }: Props) {
  const { variant = 'primary', disabled = false, otherAction, preview, children, ...dialog } = rest
  const content = (
    <form {...form} className={formClassName}>
      {children}
    </form>
  )
  return (
    <Dialog
      {...dialog}
      {...(preview ? { layout: 'page' } : {})}
      open
      onClose={onClose}
      actions={
        <>
          {otherAction}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={variant}
            type="submit"
            form={form.id}
            disabled={disabled}
            pendingLabel={isPending && pendingLabel}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      {preview ? <WithPreview preview={preview}>{content}</WithPreview> : content}
    </Dialog>
  )
}
