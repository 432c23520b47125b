import { X } from 'lucide'
import { useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { professorLimits } from '../contract.gen.ts'

type Props = {
  label: string
  hint: string
  value: readonly string[]
  onChange: (chips: readonly string[]) => void
  error?: string | undefined
}

/** Short texts, added one by one: trimmed, unique and removable. */
export function ChipsField({ label, hint, value: chips, onChange, error }: Props) {
  const [text, setText] = useState('')
  const add = () => {
    const chip = text.trim()
    setText('')
    if (chip && !chips.some((existing) => existing.toLowerCase() === chip.toLowerCase())) onChange([...chips, chip])
  }
  const isFull = chips.length >= professorLimits.chips
  return (
    <div>
      <div className="flex items-start gap-2">
        <Field
          label={label}
          hint={isFull ? `Up to ${professorLimits.chips}` : hint}
          value={text}
          onChange={setText}
          error={error}
          maxLength={professorLimits.name}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault() // Enter must not submit the form
            add()
          }}
          className="flex-1"
        />
        <Button aria-label={`Add ${label}`} disabled={!text.trim() || isFull} onClick={add} className="mt-7">
          Add
        </Button>
      </div>
      {chips.length > 0 && (
        <ul aria-label={`${label}: added`} className="mt-2 flex flex-wrap gap-1.5">
          {chips.map((chip) => (
            <li key={chip} className="inline-flex max-w-full items-center rounded-full bg-brand-soft pl-3 text-brand">
              <span className="truncate">{chip}</span>
              <button
                type="button"
                aria-label={`Remove ${chip}`}
                onClick={() => onChange(chips.filter((existing) => existing !== chip))}
                className="disc size-9 shrink-0 hover:bg-brand/10"
              >
                <Icon icon={X} size={16} strokeWidth={2} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
