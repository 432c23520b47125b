import { useId, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Chip } from '../../../shared/web/ui/Chip.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { defaultReminders, reminderLimits } from '../contract.gen.ts'
import type { Event } from '../contract.ts'
import { formatMinutes } from '../minutes.ts'
import { useReminders } from './reminders.ts'

const usual = [10, 60, 1440]

/** When an attendee is reminded: up to three times, or never. */
export function Reminders({ event }: { event: Event }) {
  const chosen = event.reminders ?? defaultReminders
  const choose = useReminders(event)
  const title = useId()
  const [isAdding, setIsAdding] = useState(false)
  const isAtLimit = chosen.length >= reminderLimits.count
  const toggle = (minutes: number) =>
    choose(chosen.includes(minutes) ? chosen.filter((one) => one !== minutes) : [...chosen, minutes])
  return (
    <section aria-labelledby={title} className="mt-6">
      <h3 id={title} className="text-card">
        Remind me
      </h3>
      <div className="mt-2 flex flex-wrap gap-2">
        {[...new Set([...usual, ...chosen])]
          .sort((one, other) => one - other)
          .map((minutes) => (
            <Chip
              key={minutes}
              isPressed={chosen.includes(minutes)}
              disabled={isAtLimit && !chosen.includes(minutes)}
              onPress={() => toggle(minutes)}
            >
              {formatMinutes(minutes)} before
            </Chip>
          ))}
        {!isAdding && !isAtLimit && (
          <Button variant="ghost" onClick={() => setIsAdding(true)}>
            Other…
          </Button>
        )}
      </div>
      {chosen.length === 0 && <p className="mt-1.5 text-small text-soft">No reminder</p>}
      {isAdding && !isAtLimit && (
        <OwnReminder
          onAdd={(minutes) => {
            setIsAdding(false)
            if (!chosen.includes(minutes)) choose([...chosen, minutes])
          }}
        />
      )}
    </section>
  )
}

function OwnReminder({ onAdd }: { onAdd: (minutes: number) => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    const minutes = Number(text)
    if (Number.isInteger(minutes) && minutes >= 1 && minutes <= reminderLimits.minutes) onAdd(minutes)
    else setError('Enter whole minutes, at most four weeks')
  }
  return (
    <form
      noValidate
      className="mt-3 flex items-start gap-2"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        add()
      }}
    >
      <Field
        label="Minutes before the start"
        inputMode="numeric"
        autoFocus
        value={text}
        error={error}
        onChange={(value) => {
          setText(value)
          setError(undefined)
        }}
      />
      <Button type="submit" className="mt-7">
        Add
      </Button>
    </form>
  )
}
