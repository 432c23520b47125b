import { useId, useState } from 'react'
import { ApiError } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { TextArea } from '../../../shared/web/ui/TextArea.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Report } from '../contract.ts'
import { cut, reasonLabels } from './labels.ts'

const maxDetailsLength = 500

type Props = {
  /** Label of the content type: 'post'. */
  what: string
  id: string
  /** Text of the item. The title shows its beginning. */
  text?: string
  /** Characters of the text in the title. */
  preview?: number
  /** Sends the report. The response may contain a message for the reporter. */
  report: (body: { reason: string; description: string }) => Promise<{ message?: string | undefined }>
  /** Replaces the server's message. */
  success?: string
  failure?: string
  onClose: () => void
}

/** Reports an item of any type with one of nine reasons and optional details. */
export default function ReportDialog({ what, id, text, preview = 50, report, success, failure, onClose }: Props) {
  const [reason, setReason] = useState<Report['reason']>()
  const [details, write] = useDraft(`report ${what} ${id}`)
  const group = useId()
  const length = [...details.trim()].length
  const send = useLockedMutation({
    mutationFn: () => report({ reason: reason ?? '', description: details }),
    onSuccess: ({ message }) => {
      write('')
      toast.success(success ?? message ?? 'Thanks for reporting. A moderator will take a look.')
      onClose()
    },
    onError: (error) => {
      const isKnown = error instanceof ApiError && error.message.includes('already reported')
      toast.error(isKnown ? error.message : (failure ?? 'Failed to submit report. Please try again.'))
      if (isKnown) onClose()
    },
  })
  const fits = reason !== undefined && length <= maxDetailsLength

  return (
    <Dialog
      open
      onClose={onClose}
      title={text ? `Report ${what}: “${cut(text, preview)}”` : `Report ${what}`}
      description="Only your school’s moderators will know you reported this."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            disabled={!fits}
            pendingLabel={send.isPending && 'Reporting...'}
            onClick={() => send.mutate()}
          >
            Report {what}
          </Button>
        </>
      }
    >
      <fieldset disabled={send.isPending}>
        <legend className="mb-1 font-medium">Why are you reporting this?</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {(Object.entries(reasonLabels) as [Report['reason'], string][]).map(([value, label]) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name={group}
                checked={reason === value}
                onChange={() => setReason(value)}
                className="size-5 shrink-0 accent-brand"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label="Details (optional)"
        value={details}
        onChange={write}
        readOnly={send.isPending}
        counter={{ max: maxDetailsLength }}
        className="mt-3"
      />
    </Dialog>
  )
}
