import type { Event } from '../contract.ts'
import { countEvents } from './count-events.ts'
import { dayTitle } from './month.ts'

type Props = {
  date: string
  events: readonly Event[]
  /** Dots instead of titles, also on a desktop. */
  isSmall: boolean
  /** Belongs to the previous or next month. */
  isOutside: boolean
  isToday: boolean
  isChosen: boolean
  /** The only day in the tab order. */
  isEntry: boolean
  onChoose: () => void
}

/** How much of a day is shown: titles, and dots on a phone. */
const shown = { titles: 2, dots: 3 }

/** One day of the month with its number and events. */
export function DayCell({ date, events, isSmall, isOutside, isToday, isChosen, isEntry, onChoose }: Props) {
  const left = events.length - shown.titles
  return (
    <td className="border-t border-line p-0 align-top">
      <button
        type="button"
        tabIndex={isEntry ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        aria-pressed={isChosen}
        onClick={onChoose}
        className={`flex h-13 w-full min-w-0 flex-col items-center gap-1 rounded-lg px-0.5 pt-1 transition-colors -outline-offset-2 hover:bg-sunken aria-pressed:bg-brand-soft ${isSmall ? '' : 'desk:h-23 desk:items-stretch desk:px-1'} ${isOutside ? 'text-faint' : ''}`}
      >
        <span className="sr-only">{`${dayTitle(date)}, ${countEvents(events)} `}</span>
        <span
          aria-hidden
          className={`disc size-6 shrink-0 text-small tabular-nums ${isToday ? 'bg-brand font-semibold text-on-brand' : ''}`}
        >
          {Number(date.slice(8))}
        </span>
        <span className={`flex gap-0.5 ${isSmall ? '' : 'desk:hidden'}`}>
          {events.slice(0, shown.dots).map(({ id, user_rsvp }) => (
            <span
              key={id}
              className={`size-1.75 rounded-full ${user_rsvp === 'attending' ? 'bg-brand' : 'border-[1.5px] border-brick'}`}
            />
          ))}
        </span>
        <span className={`hidden min-w-0 flex-col gap-0.5 text-left ${isSmall ? '' : 'desk:flex'}`}>
          {events.slice(0, shown.titles).map(({ id, title, user_rsvp, status }) => (
            <span
              key={id}
              className={`truncate rounded px-1 text-tiny leading-[1.4] font-medium ${user_rsvp === 'attending' ? 'bg-brand text-on-brand' : 'bg-gold-soft text-ink'} ${status === 'cancelled' ? 'line-through' : ''}`}
            >
              {title}
            </span>
          ))}
          {left > 0 && <span className="px-1 text-tiny text-soft">+{left} more</span>}
        </span>
      </button>
    </td>
  )
}
