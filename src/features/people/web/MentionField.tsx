import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { useDebouncedValue } from '../../../shared/web/debounce.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { peopleApi } from '../contract.gen.ts'
import type { Person } from '../contract.ts'
import { type Named, typedName, withName } from './mention.ts'

type Props = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
  value: string
  onWrite: (text: string) => void
  onPick: (person: Named) => void
}

/** Maximum number of suggestions. */
const maxSuggestions = 5

/** A text field that suggests users of the school after an @ and the start of a name. */
export function MentionField({ value, onWrite, onPick, onKeyDown, ...rest }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const goal = useRef<number>(undefined)
  const [cursor, setCursor] = useState(0)
  const [activeIndex, setActiveIndex] = useState(0)
  const [dismissed, setDismissed] = useState<string>()
  const list = useId()
  const typed = typedName(value, cursor)
  const isAsked = typed !== undefined && typed.name !== dismissed
  const asked = useDebouncedValue(typed?.name.trim() ?? '')
  const { data } = useQuery({
    ...query(peopleApi.search, { query: { q: asked, limit: maxSuggestions } }),
    enabled: isAsked && asked !== '',
    placeholderData: keepPreviousData,
  })
  const users = isAsked ? (data?.data ?? []) : []
  const active = Math.min(activeIndex, users.length - 1)

  useLayoutEffect(() => {
    if (goal.current === undefined) return
    field.current?.setSelectionRange(goal.current, goal.current)
    setCursor(goal.current)
    goal.current = undefined
  })
  const pick = (person: Person) => {
    if (!typed) return
    const next = withName(value, cursor, typed.at, person)
    goal.current = next.cursor
    onPick(person)
    setDismissed(`${person.name} `)
    onWrite(next.text)
    setActiveIndex(0)
    field.current?.focus()
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const person = users[active]
    if (!person || event.nativeEvent.isComposing) return onKeyDown?.(event)
    if (event.key === 'ArrowDown') setActiveIndex((active + 1) % users.length)
    else if (event.key === 'ArrowUp') setActiveIndex((active + users.length - 1) % users.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(person)
    else if (event.key === 'Escape') setDismissed(typed?.name)
    else return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="relative flex min-w-0 flex-1 flex-col">
      <textarea
        {...rest}
        ref={field}
        dir="auto"
        value={value}
        aria-autocomplete="list"
        aria-controls={users.length > 0 ? list : undefined}
        aria-activedescendant={users.length > 0 ? `${list}-${active}` : undefined}
        onChange={(event) => {
          setCursor(event.target.selectionStart)
          onWrite(event.target.value)
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
        onKeyDown={press}
        onBlur={() => setDismissed(typed?.name)}
      />
      {users.length > 0 && (
        <div
          role="listbox"
          id={list}
          aria-label="People to mention"
          className="absolute top-full left-0 z-20 mt-1 w-full max-w-72 rounded-card border border-line bg-surface p-1.5 shadow-lifted"
        >
          {users.map((person, index) => (
            <div
              key={person.id}
              role="option"
              id={`${list}-${index}`}
              tabIndex={-1}
              aria-selected={index === active}
              onPointerDown={(event) => {
                event.preventDefault() // keep the focus in the text field
                pick(person)
              }}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2.5 aria-selected:bg-sunken"
            >
              <Avatar person={person} size={32} />
              <span className="min-w-0 truncate font-medium">{person.name}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
