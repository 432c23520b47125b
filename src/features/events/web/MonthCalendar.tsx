import { ChevronLeft, ChevronRight } from 'lucide'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { DayCell } from './DayCell.tsx'
import { addDays, addMonths, byDay, listWeeks, monthTitle, weekdayIndex, weekdays } from './month.ts'
import { useMonthEvents } from './queries.ts'
import { useZone } from './school-time.ts'
import type { EventsView } from './url-state.ts'

/**
 * A month from Monday to Sunday. One day is in the tab order. Arrow keys move to other days, Page Up and Page Down to
 * other months, Home and End to the ends of the week.
 */
export function MonthCalendar({ view, isSmall = false }: { view: EventsView; isSmall?: boolean }) {
  const { month, day, today } = view
  const zone = useZone()
  const title = useId()
  const grid = useRef<HTMLTableElement>(null)
  /** The day to focus. It exists once its month is rendered. */
  const target = useRef<string>(undefined)
  const list = useMonthEvents(month, { filter: view.filter, search: view.search })
  const events = list.data?.data ?? []
  const weeks = listWeeks(month)
  const days = byDay(events, weeks.flat(), zone)
  const [focused, setFocused] = useState(day ?? today)
  const entry = focused.startsWith(month) ? focused : today.startsWith(month) ? today : `${month}-01`

  useEffect(() => {
    if (target.current !== entry) return
    target.current = undefined
    grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
  }, [entry])

  const turn = (count: number) => view.change({ month: addMonths(month, count) })
  const go = (to: string) => {
    target.current = to
    setFocused(to)
    if (!to.startsWith(month)) view.change({ month: to.slice(0, 7) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = steps[event.key]?.(entry)
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(to)
  }

  return (
    <section aria-labelledby={title} className="card px-3 pt-3 pb-3 desk:px-4.5">
      <header className="flex items-center gap-1">
        <h2 id={title} aria-live="polite" className="flex-1 pl-1 text-card">
          {monthTitle(month)}
        </h2>
        {!today.startsWith(month) && (
          <Button variant="ghost" onClick={() => view.change({ month: today.slice(0, 7), day: undefined })}>
            Today
          </Button>
        )}
        <IconButton label="Previous month" onClick={() => turn(-1)}>
          <Icon icon={ChevronLeft} />
        </IconButton>
        <IconButton label="Next month" onClick={() => turn(1)}>
          <Icon icon={ChevronRight} />
        </IconButton>
      </header>
      {list.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 pl-1 font-medium text-danger">
          Failed to load events
          <Button variant="ghost" onClick={() => void list.refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {/* biome-ignore-start lint/a11y/noNoninteractiveElementToInteractiveRole: a calendar table is a grid */}
      <table
        ref={grid}
        role="grid"
        aria-labelledby={title}
        onKeyDown={onKeyDown}
        className="mt-1 w-full table-fixed border-collapse"
      >
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long} className="pb-1 text-tiny font-medium text-faint">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <DayCell
                  key={date}
                  date={date}
                  events={days.get(date) ?? []}
                  isSmall={isSmall}
                  isOutside={!date.startsWith(month)}
                  isToday={date === today}
                  isChosen={date === day}
                  isEntry={date === entry}
                  onChoose={() => {
                    setFocused(date)
                    view.change({ day: date === day ? undefined : date, month: date.slice(0, 7) })
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noNoninteractiveElementToInteractiveRole: see above */}
    </section>
  )
}

const steps: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayIndex(day)),
  End: (day) => addDays(day, 6 - weekdayIndex(day)),
  PageUp: (day) => sameDayOfMonth(addMonths(day.slice(0, 7), -1), day),
  PageDown: (day) => sameDayOfMonth(addMonths(day.slice(0, 7), 1), day),
}

/** Clamps to the last day of a shorter month. */
function sameDayOfMonth(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}
