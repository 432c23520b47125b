import { X } from 'lucide'
import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { PeopleResults, type UserResult } from '../../messages/web/PeopleResults.tsx'
import { groupsApi } from '../contract.gen.ts'
import { type Group, groups } from '../contract.ts'

/** Invites users of the school to the group. */
export default function InviteDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const [text, setText] = useState('')
  const { form, field, values, change, isPending } = useContractForm({
    name: `invite to ${group.id}`,
    initial: () => ({ message: '', people: [] as readonly UserResult[] }),
    schema: groups.invite.body,
    toBody: ({ message, people }) => ({ user_ids: people.map(({ id }) => id), ...(message ? { message } : {}) }),
    send: (body) => call(groupsApi.invite, { params: { id: group.id }, body }),
    onSuccess: ({ message }) => void toast.success(message ?? 'Invitation sent'),
    onDone: onClose,
    onError: (error) => toast.failure(error, 'We couldn’t send that invite. Try again.', { statuses: [409] }),
  })
  const { people } = values
  const without = (id: string) => people.filter((person) => person.id !== id)
  const toggle = (person: UserResult) => {
    change({ people: people.some(({ id }) => id === person.id) ? without(person.id) : [...people, person] })
    setText('')
  }
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
            type="submit"
            form={form.id}
            disabled={people.length === 0}
            pendingLabel={isPending && 'Inviting...'}
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
                onClick={() => change({ people: without(id) })}
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
      <form {...form}>
        <Field label="Message (optional)" multiline {...field('message')} />
      </form>
    </Dialog>
  )
}
