import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../shared/contract.ts'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { toOptions } from '../../../shared/web/options.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { sealsApi } from '../seal-contract.gen.ts'
import { type SealCategory, sealReasonLength, seals } from '../seal-contract.ts'
import { sealCategoryLabels } from './labels.ts'
import { type RevealProps, secondPerson } from './seals.ts'

const options = [['', 'Choose a category'] as const, ...toOptions<SealCategory>(sealCategoryLabels)]

/** Requests that a second person opens the seal too. In danger to life, opens it before the second person has signed. */
export function RequestSealDialog({ item, onClose }: RevealProps) {
  const client = useQueryClient()
  const [made, setMade] = useState<Reply<typeof seals.request>['data']>()
  const { form, field, choice, change, values, failure, isPending } = useContractForm({
    name: `request seal ${item.id}`,
    initial: () => ({ category: '' as SealCategory | '', reason: '', isDelayed: false }),
    schema: seals.request.body,
    toBody: ({ category, reason, isDelayed }) => ({
      kind: item.type,
      id: item.id,
      category,
      reason,
      ...(isDelayed ? { delay_notice: true } : {}),
    }),
    send: (body, idempotencyKey) => call(sealsApi.request, { body, idempotencyKey }),
    onSuccess: () => void invalidateAdmin(client),
    onDone: ({ data }) => setMade(data),
  })
  const person = secondPerson(item.mode)
  const isDanger = values.category === 'danger'
  const isComplete = values.category !== '' && [...values.reason.trim()].length >= sealReasonLength.min
  const label = isDanger ? 'Open now' : 'Request'
  return (
    <Dialog
      open
      onClose={onClose}
      layout="form"
      title="Why does a name need to be known?"
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
      {...(made
        ? {}
        : {
            description: `This person was promised anonymity. At this school, you and the ${person} open a seal together. Your name, the category and your reason are saved in the audit log.`,
          })}
      actions={
        made ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant={isDanger ? 'danger' : 'primary'}
              type="submit"
              form={form.id}
              disabled={!isComplete}
              pendingLabel={isPending && 'Working...'}
            >
              {label}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <p role="status">
          {made.state === 'waiting'
            ? `Requested. The ${person} decides within 24 hours, and you are notified. Then the two of you can read the name for 60 minutes.`
            : 'Opened. You can read the name for 60 minutes under Seals.'}
        </p>
      ) : (
        <form {...form}>
          <Select label="Category" options={options} {...choice('category')} />
          <Field
            label="Reason"
            starred
            multiline
            hint={`At least ${sealReasonLength.min} characters. The ${person} reads it.`}
            className="mt-4"
            {...field('reason')}
          />
          <p className="mt-3 text-small text-soft" aria-live="polite">
            {isDanger
              ? `In danger to life you can open the seal now. The ${person} has to countersign within 24 hours. `
              : ''}
            The author is informed after {values.isDelayed ? '30' : '7'} days.
          </p>
          <Checkbox
            label="Informing the author would endanger a person"
            hint="Then the author is informed after 30 days."
            checked={values.isDelayed}
            onChange={(isDelayed) => change({ isDelayed })}
            className="mt-2"
          />
        </form>
      )}
    </Dialog>
  )
}
