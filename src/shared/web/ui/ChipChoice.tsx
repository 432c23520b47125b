import { useId } from 'react'
import { type ChipOption, RadioChip } from './Chip.tsx'

export type UpToFive<T> = readonly [T, T] | readonly [T, T, T] | readonly [T, T, T, T] | readonly [T, T, T, T, T]

type Props<V extends string> = {
  label: string
  /** More than five options are a Select. */
  options: UpToFive<ChipOption<V>>
  /** Undefined: none is chosen yet. */
  value: V | undefined
  onChange: (value: V) => void
  labelHidden?: boolean
  hint?: string
  error?: string | undefined
  disabled?: boolean
  className?: string
}

/** One of at most five values, all visible, as a radio group. */
export function ChipChoice<V extends string>({ label, options, value, onChange, ...more }: Props<V>) {
  const { labelHidden = false, hint, error, disabled, className } = more
  const id = useId()
  const note = error ?? hint
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={note ? `${id}-note` : undefined}
      aria-invalid={error ? true : undefined}
      className={className}
    >
      <p id={`${id}-label`} className={labelHidden ? 'sr-only' : 'mb-1.5 font-medium'}>
        {label}
      </p>
      <div className="flex flex-wrap gap-2">
        {options.map(([option, text]) => (
          <RadioChip
            key={option}
            name={id}
            value={option}
            checked={value === option}
            disabled={disabled}
            onChange={() => onChange(option)}
          >
            {text}
          </RadioChip>
        ))}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={`mt-1 text-small ${error ? 'font-medium text-danger' : 'text-soft'}`}
        >
          {note}
        </p>
      )}
    </div>
  )
}
