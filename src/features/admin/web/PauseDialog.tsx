import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { adminApi } from '../contract.gen.ts'
import { admin, type Person } from '../contract.ts'

const resumes = { title: 'Return powers', text: 'They can use the admin area again.', done: 'Powers returned' }
const effect = 'They can’t open the admin area from their next click on. Their account stays as it is.'

/** What a pause means: immediately by a site administrator, with a second administrator of the school otherwise. */
function findWords({ is_paused, pause_request }: Person, isSite: boolean) {
  if (is_paused) return resumes
  if (isSite) return { title: 'Pause powers', text: effect, done: 'Powers paused' }
  if (pause_request)
    return {
      title: 'Confirm the pause',
      text: `${pause_request.by} wrote: “${pause_request.reason}” With you it takes effect for 72 hours. ${effect}`,
      done: 'Powers paused for 72 hours',
    }
  return {
    title: 'Request a pause',
    text: `A second administrator of your school has to confirm it within 24 hours. Then it takes effect for 72 hours. ${effect}`,
    done: 'Your colleagues were notified by email',
  }
}

type Props = {
  person: Person
  /** Whether the viewer is a site administrator, who needs no second one. */
  isSite: boolean
  onClose: () => void
}

/** Pauses the powers of an administrator, or returns them. */
export default function PauseDialog({ person, isSite, onClose }: Props) {
  const client = useQueryClient()
  const route = person.is_paused ? 'resume' : 'pause'
  const { title, text, done } = findWords(person, isSite)
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
      <Field
        label="Reason"
        starred
        multiline
        hint={
          isSite ? 'They receive it by email.' : 'It stays in the audit log. They receive the first reason by email.'
        }
        {...field('reason')}
      />
    </FormDialog>
  )
}
