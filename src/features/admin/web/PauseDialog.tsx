import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { adminApi } from '../contract.gen.ts'
import { admin, type Person } from '../contract.ts'

const words = {
  pause: {
    title: 'Pause powers',
    text: 'They can’t open the admin area from their next click on. Their account stays as it is.',
    done: 'Powers paused',
  },
  resume: {
    title: 'Return powers',
    text: 'They can use the admin area again.',
    done: 'Powers returned',
  },
}

/** Pauses the powers of an administrator, or returns them. For site administrators. */
export default function PauseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const client = useQueryClient()
  const route = person.is_paused ? 'resume' : 'pause'
  const { title, text, done } = words[route]
  const { form, field, failure, isPending } = useContractForm({
    name: `${route} ${person.id}`,
    initial: () => ({ reason: '' }),
    schema: admin.pause.body,
    toBody: ({ reason }) => ({ reason }),
    send: (body, idempotencyKey) => {
      const ask = { params: { id: person.id }, body, idempotencyKey }
      return route === 'pause' ? call(adminApi.pause, ask) : call(adminApi.resume, ask)
    },
    onSuccess: () => {
      toast.success(done, 4000)
      return invalidate(client, adminApi.users)
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={`${person.name} · ${person.email}`}
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
      form={form}
      submitLabel={title}
      variant={person.is_paused ? 'primary' : 'danger'}
      isPending={isPending}
      pendingLabel="Working..."
    >
      <p className="mb-4 text-soft">{text}</p>
      <Field label="Reason" starred multiline hint="They receive it by email." {...field('reason')} />
    </FormDialog>
  )
}
