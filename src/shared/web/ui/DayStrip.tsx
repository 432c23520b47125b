import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

export type StripDay = {
  /** '2026-05-14'. */
  readonly key: string
  /** Above the number: 'Today', 'Thu'. */
  readonly short: string
  /** Accessible name: 'Thursday, May 14, 3 events, you’re going to 1'. */
  readonly name: string
  /** `going`: the viewer takes part in one of the events of the day. */
  readonly mark?: 'some' | 'going' | undefined
  readonly isToday?: boolean
}

type Props = {
  label: string
  days: readonly StripDay[]
  /** The chosen day. */
  value: string | undefined
  onSelect: (day: string) => void
  /** The last day has come into view. */
  onEnd?: () => void
}

/** Days side by side, which scroll sideways. One of them is in the tab order; arrow keys move to the others. */
export function DayStrip({ label, days, value, onSelect, onEnd }: Props) {
  const strip = useRef<HTMLFieldSetElement>(null)
  const [focused, setFocused] = useState<string>()
  const entry = days.find(({ key }) => key === (focused ?? value))?.key ?? days[0]?.key
  const count = days.length
  const reachEnd = useEffectEvent(() => onEnd?.())

  // biome-ignore lint/correctness/useExhaustiveDependencies: the last day is another one after each addition
  useEffect(() => {
    const last = strip.current?.lastElementChild
    if (!last) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && reachEnd())
    observer.observe(last)
    return () => observer.disconnect()
  }, [count])

  const onKeyDown = (event: KeyboardEvent) => {
    const index = days.findIndex(({ key }) => key === entry)
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key]
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const button = strip.current?.querySelectorAll('button')[target]
    button?.focus()
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  return (
    <fieldset ref={strip} onKeyDown={onKeyDown} className="flex gap-1.5">
      <legend className="sr-only">{label}</legend>
      {days.map(({ key, short, name, mark, isToday = false }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          aria-current={isToday ? 'date' : undefined}
          tabIndex={key === entry ? 0 : -1}
          onFocus={() => setFocused(key)}
          onClick={() => onSelect(key)}
          className={`flex h-17 w-12.5 shrink-0 flex-col items-center rounded-[14px] border pt-2 transition-colors aria-pressed:outline-2 aria-pressed:outline-offset-1 aria-pressed:outline-brand ${isToday ? 'border-ink bg-ink text-paper' : 'border-line bg-surface hover:bg-sunken'}`}
        >
          <span className="sr-only">{name} </span>
          <span aria-hidden className={`text-tiny ${isToday ? '' : 'text-soft'}`}>
            {short}
          </span>
          <span aria-hidden className="font-display text-[1.125rem] leading-6 font-semibold tabular-nums">
            {Number(key.slice(8))}
          </span>
          {mark && (
            <span
              className={`mt-0.5 size-1.75 rounded-full ${mark === 'going' ? (isToday ? 'bg-paper' : 'bg-brand') : `border-[1.5px] ${isToday ? 'border-paper' : 'border-brick'}`}`}
            />
          )}
        </button>
      ))}
    </fieldset>
  )
}
