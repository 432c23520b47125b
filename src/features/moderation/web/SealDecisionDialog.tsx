import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { sealsApi } from '../seal-contract.gen.ts'
import { type SealRequest, seals } from '../seal-contract.ts'
import type { SealStep } from './SealRow.tsx'

type SecondStep = Exclude<SealStep, 'read' | 'withdraw'>

const words: Readonly<Record<SecondStep, { title: string; text: string; done: string }>> = {
  approve: {
    title: 'Approve',
    text: 'The two of you, and no one else, can read the name for 60 minutes. The author is informed.',
    done: 'Approved',
  },
  decline: { title: 'Decline', text: 'The seal stays closed.', done: 'Declined' },
  countersign: {
    title: 'Countersign',
    text: 'You confirm that the name had to be known because a life was in danger. You don’t see the name.',
    done: 'Countersigned',
  },
}

type Props = { request: SealRequest; step: Exclude<SealStep, 'read'>; onClose: () => void }

/** Approves, declines, countersigns or withdraws a request. */
export default function SealDecisionDialog({ request, step, onClose }: Props) {
  return step === 'withdraw' ? (
    <Withdraw request={request} onClose={onClose} />
  ) : (
    <Decide request={request} step={step} onClose={onClose} />
  )
}

function Decide({ request, step, onClose }: { request: SealRequest; step: SecondStep; onClose: () => void }) {
  const client = useQueryClient()
  const { title, text, done } = words[step]
  const { form, field, failure, isPending } = useContractForm({
    name: `${step} seal ${request.id}`,
    initial: () => ({ reason: '' }),
    schema: seals.approve.body,
    toBody: ({ reason }) => ({ reason }),
    send(body, idempotencyKey) {
      const ask = { params: { id: request.id }, body, idempotencyKey }
      if (step === 'approve') return call(sealsApi.approve, ask)
      return step === 'decline' ? call(sealsApi.decline, ask) : call(sealsApi.countersign, ask)
    },
    onSuccess: () => {
      toast.success(done, 4000)
      return invalidateAdmin(client)
    },
    onError: () => void invalidate(client, sealsApi),
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={step === 'decline' ? 'danger' : 'primary'}
            type="submit"
            form={form.id}
            pendingLabel={isPending && 'Working...'}
          >
            {title}
          </Button>
        </>
      }
    >
      <form {...form}>
        <Field
          label="Reason"
          starred
          multiline
          hint="It is kept with the request and in the audit log."
          {...field('reason')}
        />
      </form>
    </Dialog>
  )
}

function Withdraw({ request, onClose }: { request: SealRequest; onClose: () => void }) {
  const client = useQueryClient()
  const withdraw = useLockedMutation({
    mutationFn: () => call(sealsApi.withdraw, { params: { id: request.id } }),
    onSuccess: onClose,
    onSettled: () => invalidate(client, sealsApi),
  })
  return (
    <ConfirmDialog
      title="Withdraw the request?"
      question="The seal stays closed."
      confirmLabel="Withdraw"
      pendingLabel="Working..."
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
      isPending={withdraw.isPending}
      error={withdraw.isError ? userMessage(withdraw.error, unknownFailure, { statuses: 'all' }) : undefined}
    />
  )
}
