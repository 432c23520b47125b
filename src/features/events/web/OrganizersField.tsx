import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide'
import { useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { useDebouncedValue } from '../../../shared/web/debounce.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { peopleApi } from '../../people/contract.gen.ts'
import { useMe } from '../../session/web/auth.tsx'
import { eventLimits } from '../contract.gen.ts'
import type { ChosenPerson } from './details.ts'

type Props = {
  value: readonly ChosenPerson[]
  onChange: (people: readonly ChosenPerson[]) => void
  error?: string | undefined
}

/** Up to five users who may edit and cancel the event, found by their names. */
export function OrganizersField({ value: chosen, onChange, error }: Props) {
  const me = useMe()
  const [text, setText] = useState('')
  const asked = useDebouncedValue(text.trim())
  const isAsked = text.trim() !== '' && asked !== ''
  const isFull = chosen.length >= eventLimits.organizers
  const { data, isError } = useQuery({
    ...query(peopleApi.search, { query: { q: asked, limit: 5 } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const taken = new Set([me.id, ...chosen.map(({ id }) => id)])
  const found = isAsked ? (data?.data ?? []).filter(({ id }) => !taken.has(id)) : []
  const note = isError ? 'We couldn’t search for people.' : isAsked && data && found.length === 0 ? 'No one found' : ''
  return (
    <div>
      {chosen.length > 0 && (
        <ul aria-label="Co-organizers" className="mb-2 flex flex-wrap gap-2">
          {chosen.map((person) => (
            <li key={person.id} className="flex items-center gap-1.5 rounded-full bg-sunken pl-3">
              <span className="max-w-48 truncate">{person.name}</span>
              <button
                type="button"
                aria-label={`Remove ${person.name}`}
                className="centered size-11 rounded-full"
                onClick={() => onChange(chosen.filter(({ id }) => id !== person.id))}
              >
                <Icon icon={X} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <Field
          label="Co-organizers (optional)"
          hint={`Up to ${eventLimits.organizers} people who can edit and cancel the event`}
          placeholder="Search by name"
          value={text}
          onChange={setText}
          error={error}
        />
      )}
      <p role="status" className={note ? 'mt-1 text-small text-soft' : 'sr-only'}>
        {note}
      </p>
      {!isFull && found.length > 0 && (
        <ul aria-label="People found" className="mt-1">
          {found.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                aria-label={`Add ${person.name}`}
                className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-2.5 text-left hover:bg-sunken"
                onClick={() => {
                  onChange([...chosen, { id: person.id, name: person.name, avatar_url: person.avatar_url }])
                  setText('')
                }}
              >
                <Avatar person={person} size={32} />
                <span className="min-w-0 truncate font-medium">{person.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
