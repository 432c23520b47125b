import { X } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { PeopleResults, type UserResult } from '../../messages/web/PeopleResults.tsx'
import { groupsApi } from '../contract.gen.ts'
import type { Group } from '../contract.ts'

/** Invites users of the school to the group. */
export default function InviteDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const [text, setText] = useState('')
  const [message, setMessage] = useDraft(`invite to ${group.id}`)
  const [people, setPeople] = useState<readonly UserResult[]>([])
  const without = (id: string) => people.filter((person) => person.id !== id)
  const toggle = (person: UserResult) => {
    setPeople(people.some(({ id }) => id === person.id) ? without(person.id) : [...people, person])
    setText('')
  }
  const invite = useLockedMutation({
    mutationFn: () =>
      call(groupsApi.invite, {
        params: { id: group.id },
        body: { user_ids: people.map(({ id }) => id), ...(message ? { message } : {}) },
      }),
    onSuccess: ({ message: told }) => {
      setMessage('')
      toast.success(told ?? 'Invitation sent')
      onClose()
    },
    onError: (error) => toast.failure(error, 'We couldn’t send that invite. Try again.', { statuses: [409] }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Invite to ${group.name}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={people.length === 0}
            pendingLabel={invite.isPending && 'Inviting...'}
            onClick={() => invite.mutate()}
          >
            Invite
          </Button>
        </>
      }
    >
      {people.length > 0 && (
        <ul aria-label="Selected people" className="mb-3 flex flex-wrap gap-2">
          {people.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => setPeople(without(id))}
                className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-brand-soft px-4 font-medium text-brand"
              >
                {name}
                <Icon icon={X} size={16} strokeWidth={2} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label="Who do you want to invite?"
        type="search"
        placeholder="Search people"
        value={text}
        onChange={setText}
      />
      <div className="mt-2 min-h-32">
        {text.trim() && <PeopleResults text={text} chosen={people.map(({ id }) => id)} onChoose={toggle} />}
      </div>
      <Field label="Message (optional)" multiline maxLength={500} value={message} onChange={setMessage} />
    </Dialog>
  )
}
