import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type ComponentProps,
  type KeyboardEvent,
  Suspense,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { query } from '../../../shared/web/api.ts'
import { useDebouncedValue } from '../../../shared/web/debounce.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { peopleApi } from '../contract.gen.ts'
import { findNamed, type MentionedPerson, type Named, typedName, withName } from './mention.ts'

type Props = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
  value: string
  onWrite: (text: string) => void
  onPick?: (person: Named) => void
  /** Who can be mentioned. Absent: everyone at the school. */
  people?: readonly MentionedPerson[]
}

const MentionList = lazyPart(
  () => import('./MentionList.tsx'),
  () => null,
) // without it, a name can still be typed

/** Maximum number of suggestions. */
const maxSuggestions = 5

/** A text field that suggests users after an @ and the start of a name. */
export function MentionField({ value, onWrite, onPick, onKeyDown, people, ref, ...rest }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement, [])
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
    enabled: people === undefined && isAsked && asked !== '',
    placeholderData: keepPreviousData,
  })
  const found = people && typed ? findNamed(people, typed.name).slice(0, maxSuggestions) : (data?.data ?? [])
  const users: readonly MentionedPerson[] = isAsked ? found : []
  const active = Math.min(activeIndex, users.length - 1)

  useEffect(() => {
    if (isAsked) MentionList.preload()
  }, [isAsked])
  useLayoutEffect(() => {
    if (goal.current === undefined) return
    field.current?.setSelectionRange(goal.current, goal.current)
    setCursor(goal.current)
    goal.current = undefined
  })
  const pick = (person: MentionedPerson) => {
    if (!typed) return
    const next = withName(value, cursor, typed.at, person)
    goal.current = next.cursor
    onPick?.(person)
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
      <Suspense>
        {users.length > 0 && typed && field.current && (
          <MentionList
            id={list}
            people={users}
            activeIndex={active}
            field={field.current}
            at={typed.at}
            onPick={pick}
          />
        )}
      </Suspense>
    </div>
  )
}
