import { X } from 'lucide'
import { useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { messageLimits } from '../contract.gen.ts'
import { PeopleResults, type UserResult } from './PeopleResults.tsx'
import type { StartConversation } from './start-conversation.ts'

/** Selects one user or several; several can have a title. */
export default function NewConversation({ start, onClose }: { start: StartConversation; onClose: () => void }) {
  const [text, setText] = useState('')
  const [title, setTitle] = useState('')
  const [people, setPeople] = useState<readonly UserResult[]>([])
  const without = (id: string) => people.filter((person) => person.id !== id)
  const toggle = (person: UserResult) => {
    setPeople(people.some(({ id }) => id === person.id) ? without(person.id) : [...people, person])
    setText('')
  }
  const field = 'min-h-11 w-full rounded-control bg-sunken px-3.5 py-2'
  return (
    <Dialog
      open
      onClose={onClose}
      title="New conversation"
      actions={
        <Button
          variant="primary"
          disabled={people.length === 0}
          pendingLabel={start.isPending && 'Starting...'}
          onClick={() => start.mutate({ people: people.map(({ id }) => id), ...(people.length > 1 ? { title } : {}) })}
        >
          Start chat
        </Button>
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
      <input
        type="search"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label="To"
        placeholder="Type a name"
        className={field}
      />
      {people.length > 1 && (
        <input
          value={title}
          maxLength={messageLimits.title}
          onChange={(event) => setTitle(event.target.value)}
          aria-label="Group name"
          placeholder="Name this group (optional)"
          className={`mt-3 ${field}`}
        />
      )}
      <div className="mt-3 min-h-40">
        {text.trim() && <PeopleResults text={text} chosen={people.map(({ id }) => id)} onChoose={toggle} />}
      </div>
    </Dialog>
  )
}
