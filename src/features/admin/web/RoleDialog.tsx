import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { adminApi } from '../contract.gen.ts'
import type { Person } from '../contract.ts'

const effects = {
  admin: 'They can open the admin area of their school: reports, users, content and settings.',
  student: 'The admin area refuses their next click, also in open tabs. Their account stays as it is.',
}

/** What the change means: immediately by a site administrator, with a second administrator of the school otherwise. */
function findTexts({ role, role_request, school }: Person, isSite: boolean) {
  const next: Person['role'] = role === 'admin' ? 'student' : 'admin'
  const title = next === 'admin' ? 'Make administrator' : 'Remove as administrator'
  const done = next === 'admin' ? `Now an administrator of ${school ?? 'their school'}` : 'No longer an administrator'
  if (isSite) return { next, title, label: title, text: effects[next], done }
  if (role_request)
    return {
      next,
      title,
      label: 'Confirm',
      text: `${role_request.by} requested this. With you it takes effect. ${effects[next]}`,
      done,
    }
  const text = `A second administrator of your school has to confirm it within 24 hours. ${effects[next]}`
  return { next, title, label: 'Request', text, done: 'Your colleagues were notified by email' }
}

type Props = {
  person: Person
  /** Whether the viewer is a site administrator, who needs no second one. */
  isSite: boolean
  onClose: () => void
}

/** Grants or revokes the role of a school administrator. */
export default function RoleDialog({ person, isSite, onClose }: Props) {
  const client = useQueryClient()
  const { next, title, label, text, done } = findTexts(person, isSite)
  const change = useLockedMutation({
    mutationFn: () => call(adminApi.changeRole, { params: { id: person.id }, body: { role: next } }),
    onSuccess: async () => {
      toast.success(done, 4000)
      await invalidate(client, adminApi.users)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={next === 'student' ? 'danger' : 'primary'}
            onClick={() => change.mutate(undefined)}
            pendingLabel={change.isPending && 'Working...'}
          >
            {label}
          </Button>
        </>
      }
    >
      <p className="font-semibold wrap-anywhere">
        {person.name} · {person.email}
      </p>
      <p className="mt-2 text-soft">{text}</p>
      {change.isError && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {userMessage(change.error, unknownFailure, { statuses: 'all' })}
        </p>
      )}
    </Dialog>
  )
}
