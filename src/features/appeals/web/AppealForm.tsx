import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { appealsApi } from '../contract.gen.ts'
import { appeals } from '../contract.ts'

type Props = {
  label: string
  button: string
  sent: string
  /** Loads again what the text changes. */
  onSent?: () => unknown
  /** Closes a form that a button has opened, which gets the focus. */
  onCancel?: () => void
} & ({ decision: string } | { appeal: string } | { report: string })

/** One text for moderators: an appeal, a further message, or the request for a second review. */
export default function AppealForm({ label, button, sent, onSent, onCancel, ...about }: Props) {
  const client = useQueryClient()
  const [what, id] = Object.entries(about)[0] as ['decision' | 'appeal' | 'report', string]
  const params = { id }
  const { form, field, failure, isPending } = useContractForm({
    name: `appeal ${what} ${id}`,
    initial: () => ({ text: '' }),
    schema: appeals.create.body,
    toBody: ({ text }) => ({ text }),
    send: async (body, idempotencyKey) => {
      if (what === 'decision') await call(appealsApi.create, { params, body, idempotencyKey })
      else if (what === 'appeal') await call(appealsApi.write, { params, body, idempotencyKey })
      else await call(appealsApi.askAgain, { params, body, idempotencyKey })
    },
    toSaved: () => ({ text: '' }),
    onSuccess: () => {
      toast.success(sent, 4000)
      return Promise.all([onSent?.(), invalidate(client, appealsApi)])
    },
  })
  const isOpened = onCancel !== undefined
  useEffect(() => {
    if (!isOpened) return
    form.ref.current?.querySelector('textarea')?.focus({ preventScroll: true })
    form.ref.current?.scrollIntoView({ block: 'center' }) // with its button, which the bar of a phone would cover
  }, [isOpened, form.ref])
  return (
    <form {...form}>
      {failure && (
        <p role="alert" className="mb-2 font-medium text-danger">
          {userMessage(failure, unknownFailure, { statuses: 'all' })}
        </p>
      )}
      <Field label={label} multiline {...field('text')} />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button variant="primary" type="submit" pendingLabel={isPending && 'Sending...'}>
          {button}
        </Button>
      </div>
    </form>
  )
}
