import { autoUpdate, flip, offset, shift, size, useFloating } from '@floating-ui/react-dom'
import { InputRange } from 'dom-input-range'
import { useMemo } from 'react'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import type { MentionedPerson } from './mention.ts'

type Props = {
  id: string
  people: readonly MentionedPerson[]
  activeIndex: number
  field: HTMLTextAreaElement
  /** Where the @ is in the text. */
  at: number
  onPick: (person: MentionedPerson) => void
}

const marginPx = 8

/** Suggestions below the @ that is being completed, or above it where the space is taken: never behind a bar or keyboard. */
export default function MentionList({ id, people, activeIndex, field, at, onPick }: Props) {
  const reference = useMemo(
    () => ({
      contextElement: field,
      getBoundingClientRect: () => new InputRange(field, at, at + 1).getBoundingClientRect(),
    }),
    [field, at],
  )
  const { refs, floatingStyles } = useFloating({
    elements: { reference },
    placement: 'bottom-start',
    strategy: 'fixed', // the scroll area of a dialog does not clip it
    transform: false,
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(4),
      flip({ padding: marginPx }),
      shift({ padding: marginPx }),
      size({
        padding: marginPx,
        apply: ({ availableHeight, elements }) => {
          elements.floating.style.maxHeight = `${availableHeight}px`
        },
      }),
    ],
  })
  return (
    <div
      ref={refs.setFloating}
      role="listbox"
      id={id}
      aria-label="People to mention"
      style={floatingStyles}
      className="z-20 w-72 max-w-[calc(100vw-1rem)] overflow-y-auto floating p-1.5"
    >
      {people.map((person, index) => (
        <div
          key={person.id}
          role="option"
          id={`${id}-${index}`}
          tabIndex={-1}
          aria-selected={index === activeIndex}
          onPointerDown={(event) => {
            event.preventDefault() // keep the focus in the text field
            onPick(person)
          }}
          className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2.5 aria-selected:bg-sunken"
        >
          <Avatar person={person} size={32} />
          <span className="min-w-0 truncate font-medium">{person.name}</span>
        </div>
      ))}
    </div>
  )
}
